import type { GameModule } from "..";
import Board from "./Board.svelte";
import "./colours.css";
import Panel from "./Panel.svelte";
import Dial from "./Rondel.svelte";
import Strip from "./Strip.svelte";
import words from "./words";

const imperial: GameModule = { Board, aspect: 1.32, Panel, Dial, Strip, legend: () => import("./Legend.svelte"), ...words };

export default imperial;
