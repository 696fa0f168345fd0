import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { watchParts } from "./lib/renewed";
import { applyTheme, settings } from "./lib/settings.svelte";
import { useLanguage } from "./lib/words.svelte";
import { loadMe } from "./site/me.svelte";

const UNREACHABLE = {
  en: "Rondel's server does not answer. Start it with “make play”, then reload this page.",
  fr: "Le serveur de Rondel ne répond pas. Lancez « make play », puis rechargez cette page.",
  de: "Der Server von Rondel antwortet nicht. Mit „make play“ starten, dann diese Seite neu laden.",
};

/** The letters are there before the first line is set, so that nothing shifts later. */
function letters(): Promise<unknown> {
  const faces = ['400 1em "EB Garamond"', '600 1em "EB Garamond"', '600 1em "Cinzel"'];
  const loaded = Promise.all(faces.map((face) => document.fonts.load(face)));
  return Promise.race([loaded, new Promise((done) => setTimeout(done, 1500))]);
}

watchParts();
applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);

const target = document.getElementById("app") as HTMLElement;
try {
  await Promise.all([useLanguage(settings.language), letters().catch(() => undefined), loadMe()]);
  mount(App, { target });
} catch {
  target.innerHTML = `<main class="unreachable"><p>${UNREACHABLE[settings.language]}</p></main>`;
}
