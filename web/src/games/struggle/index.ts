import type { GameModule } from "..";
import Board from "./Board.svelte";
import "./colours.css";
import Panel from "./Panel.svelte";
import Stake from "./Stake.svelte";
import Strip from "./Strip.svelte";
import words from "./words";

const struggle: GameModule = { Board, aspect: 1.65, Panel, Strip, Stake, legend: () => import("./Legend.svelte"), ...words };

export default struggle;
