import type { GameModule } from "..";
import Board from "./Board.svelte";
import "./colours.css";
import Panel from "./Panel.svelte";
import Strip from "./Strip.svelte";
import words from "./words";

const colonial: GameModule = { Board, aspect: 1.75, Panel, Strip, legend: () => import("./Legend.svelte"), ...words };

export default colonial;
