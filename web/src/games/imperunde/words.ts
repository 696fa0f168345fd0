/** ImpeRunde in words: what stands where, for screen readers and for cards. */
import type { Choice, Observation, Preview } from "../../lib/protocol";
import { t, word } from "../../lib/words.svelte";
import type { Form } from "../../table/form";
import type { Standing } from "../../table/session.svelte";
import { AREAS } from "./geometry";
import { ARMY_IDS, BY_DICE, type MoverId, type PieceId, type UnitId } from "./schema";
import { areaOf, isSea, type AreaId, type Counts, type ImperundeView } from "./types";

const listed = (units: Counts): string =>
  Object.entries(units)
    .map(([unit, count]) => `${count} × ${word(`unit.${unit}`)}`)
    .join(", ");

function describeArea(observation: Observation, id: string): string[] {
  const view = (observation as Observation<ImperundeView>).view;
  const here = areaOf(view, id);
  if (!AREAS.has(id) || !here) return [];
  const out = [t("imperunde.value", { n: here.value })];
  if (isSea(here)) {
    for (const [party, ships] of Object.entries(here.ships)) out.push(t("imperunde.units", { seat: party, units: listed(ships) }));
    for (const [party, armies] of Object.entries(here.freighters)) {
      out.push(t("imperunde.units", { seat: party, units: t("imperunde.aboard", { units: listed(armies) }) }));
    }
    if (here.storm) out.push(t("imperunde.storm"));
    if (here.calm) out.push(t("imperunde.calm"));
    return out;
  }
  if (here.owner === null) return [...out, t("imperunde.free-land", { n: here.value })];
  out.push(t(here.home ? "imperunde.home-of" : "imperunde.colony-of", { seat: here.owner }));
  if (!here.home) out.push(t("imperunde.posts", { n: here.posts, most: here.most_posts }));
  if (Object.keys(here.units).length) out.push(listed(here.units));
  if (here.famine) out.push(t("imperunde.famine"));
  if (here.plunderer !== null) out.push(t("imperunde.plunder", { seat: here.plunderer }));
  return out;
}

/** Of the units in an area that can move, the largest number of equal ones. */
function equalMoves(observation: Observation, from: string): number {
  const view = (observation as Observation<ImperundeView>).view;
  const ready = view.ready[from as AreaId];
  if (ready) return Math.max(1, ...Object.values(ready).flatMap(({ one, two }) => [one, two]));
  const here = areaOf(view, from);
  return here && !isSea(here) ? Math.max(1, ...ARMY_IDS.map((unit) => here.units[unit] ?? 0)) : 1;
}

/** An attack goes on by bringing up more of the same unit from the same place. */
const again = (move: Choice, offered: Choice): boolean =>
  offered.kind === "bring" && offered.args.unit === move.args.unit && offered.args.area === move.args.from;

/** A battle shows its chances all along, and who passes lets others have their way; a war is not declared by a slip. */
const risks = ({ kind }: Choice): boolean | null => (kind === "fight" || kind === "pass" ? false : kind === "war" ? true : null);

/** An attack that nobody else can be brought up for, or whose places are full, is begun at once, and cannot be called off. */
export function gambles({ final, events, figures }: Preview, now: Observation | null): boolean {
  if (!final) return false;
  const begun = ((now as Observation<ImperundeView> | null)?.view.battle?.roll ?? 1) > 1; // what is at stake has been seen
  return events.some(({ kind }) => kind === "attacked") || (!begun && figures.some(({ name }) => name === "figure.chance"));
}

/** The best dice come first, as only three units fight. */
const rank = ({ args }: Choice): number => BY_DICE.indexOf(args.unit as UnitId);
const ranked = (choices: readonly Choice[]): Choice[] => [...choices].sort((a, b) => rank(b) - rank(a));

/** Investments, armies that go aboard, and units that are brought up: areas by units, in one form each. */
const forms = {
  invest: { entries: ["buy-army", "buy-ship", "build-post", "dig"], by: "land", first: ["dig"] },
  smuggle: { entries: ["buy-army", "buy-ship"], by: "land" },
  embark: ["embark"],
  gather: ["bring"],
  move: ["march", "sail", "land"],
} as const;

function purse(observation: Observation): { left: number; spent: number } | null {
  const player = (observation as Observation<ImperundeView>).view.player[observation.seat ?? -1];
  if (!player || !observation.prompt?.key.endsWith(".invest")) return null;
  return { left: player.money, spent: player.form.at(-1)?.invested ?? 0 };
}

/** Everybody who can come, every trading post that can be built, all that go the same way: in one press. */
function sweeps(form: Form): { label: string; place: string | null; entries: Choice[] }[] {
  const offered = ({ cells }: Form["rows"][number]): Choice[] => ranked(cells.filter((cell) => cell.offered).map(({ choice }) => choice));
  const all = ranked(form.rows.flatMap(offered));
  const posts = all.filter(({ kind }) => kind === "build-post");
  if (form.asked === "invest") return posts.length > 1 ? [{ label: t("imperunde.every-post"), place: null, entries: posts }] : [];
  if (form.asked === "gather") return all.length > 1 ? [{ label: t("imperunde.everyone"), place: null, entries: all }] : [];
  return form.rows.flatMap((row) => {
    const here = offered(row);
    return [...new Set(here.map(({ args }) => String(args.to)))].flatMap((to) => {
      const entries = here.filter(({ args }) => args.to === to);
      return entries.length > 1 ? [{ label: t("imperunde.everyone-to", { area: to }), place: row.place, entries }] : [];
    });
  });
}

/** Several of the same move, go aboard or are brought up in one press. */
function several(observation: Observation, { kind, args }: Choice): number {
  const { view } = observation as Observation<ImperundeView>;
  const from = String(args.from ?? args.area);
  const raised = kind === "build-post" ? "post" : kind.startsWith("buy-") ? args.unit : null;
  if (raised) {
    const payer = areaOf(view, String(args.land ?? args.area));
    return (payer && !isSea(payer) && payer.raises[raised as PieceId]) || 1;
  }
  const land = areaOf(view, from);
  const ready = view.ready[from as AreaId]?.[args.unit as MoverId];
  if (kind !== "embark") return ready ? (args.moves === 2 ? ready.two : ready.one) : 1;
  return land && !isSea(land) ? (land.units[args.unit as "infantry"] ?? 1) : 1;
}

/** What a card does, where it is played. */
const meaning = (_: Observation, { kind, args }: Choice): string | null =>
  kind === "play" || kind === "take" ? word(`card.text.${String(args.card)}`) : null;

/** A war that the other side has begun is not declared again: whoever is for it as well makes sure that it goes on. */
function called(observation: Observation, { kind, args }: Choice): string | null {
  const { relation } = (observation as Observation<ImperundeView>).view;
  const [own, other] = [observation.seat ?? -1, Number(args.seat)];
  const isAtWar = ["war", "armistice"].includes(relation[own]?.[other] ?? "");
  return kind === "war" && isAtWar ? t("imperunde.stand-by-war", { seat: other }) : null;
}

const partyOf = (observation: Observation): string => `seat-${observation.seat ?? -1}`;

/** The battle of this seat's own, if it is in one. */
function ownBattle(observation: Observation): ImperundeView["battle"] {
  const { battle } = (observation as Observation<ImperundeView>).view;
  const own = partyOf(observation);
  return battle && (battle.attacker === own || battle.defender === own) ? battle : null;
}

const isWindow = ({ prompt }: Observation): boolean => prompt?.key.startsWith("prompt.window") ?? false;
const find = ({ choices }: Observation, kind: string): Choice | null => choices.find((choice) => choice.kind === kind) ?? null;

/** Cards may be played at many moments: those that are not about a battle of one's own go by, until a card is foiled or not. */
function letPass(observation: Observation): Choice | "wait" | null {
  if (observation.prompt?.key === "prompt.on-table") return null;
  return isWindow(observation) && !ownBattle(observation) ? find(observation, "pass") : "wait";
}

/** No card is played at all, not to foil another one either. */
function playNone(observation: Observation): Choice | "wait" | null {
  return isWindow(observation) || observation.prompt?.key === "prompt.on-table" ? find(observation, "pass") : "wait";
}

/** Play no card in this battle, and fight on in it if it is one's own attack, as long as the chance is no less than that;
 * with `all`, whoever can come is brought up first. */
export function fightOn(area: string, least: number, all = false): (observation: Observation) => Choice | null {
  return (observation) => {
    const battle = ownBattle(observation);
    if (battle?.area !== area) return null;
    const attacks = battle.attacker === partyOf(observation);
    const more = attacks && all && observation.prompt?.key === "prompt.gather" ? ranked(observation.choices.filter(({ kind }) => kind === "bring"))[0] : null;
    if (more) return more; // the chance is told with everybody who comes
    if (attacks && 100 * battle.chance < least) return null;
    if (isWindow(observation)) return find(observation, "pass");
    return attacks && observation.prompt?.key === "prompt.gather" ? find(observation, "fight") : null;
  };
}

function instructions(observation: Observation): { label: string; standing: Standing }[] {
  const none = { label: t("imperunde.play-none"), standing: { text: t("imperunde.playing-none"), answer: playNone } };
  if (observation.prompt?.key === "prompt.on-table") return [none];
  if (!isWindow(observation)) return [];
  const battle = ownBattle(observation);
  if (!battle) return [{ label: t("standing.pass-on"), standing: { text: t("standing.pass"), answer: letPass } }, none];
  if (battle.attacker === partyOf(observation)) return [none]; // the battle itself offers to fight on
  const text = t("imperunde.no-card", { area: battle.area });
  return [{ label: t("imperunde.pass-battle"), standing: { text, answer: fightOn(battle.area, 0) } }, none];
}

/** On the board, or in the panel: ten targets to propose would bury everything else. */
const onSurface = (choice: Choice): boolean =>
  choice.args.area !== undefined || choice.args.from !== undefined || choice.kind === "propose";
/** Debts and investments beside the form that they fill in; war and peace beside who is whose enemy. */
const TABS: Record<string, string> = {
  ...Object.fromEntries(["repay", "borrow", "build-post", "buy-army", "buy-ship", "buy-card", "dig"].map((kind) => [kind, "budget"])),
  war: "peace",
  peace: "peace",
};
const tabOf = (choice: Choice): string | null => TABS[choice.kind] ?? null;

export default {
  describeArea,
  equalMoves,
  onSurface,
  tabOf,
  again,
  rank,
  risks,
  gambles,
  meaning,
  called,
  forms,
  purse,
  several,
  sweeps,
  drawn: ["invest", "smuggle"] as const,
  aside: ["buy-ship"] as const,
  folded: ["move"] as const,
  seldom: ["orders", "pass-orders"] as const,
  instructions,
  tabs: ["players", "budget", "peace", "cards"] as const,
};
