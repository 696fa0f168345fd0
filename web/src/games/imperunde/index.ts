import type { GameModule } from "..";
import Battle from "./Battle.svelte";
import Board from "./Board.svelte";
import "./colours.css";
import Panel from "./Panel.svelte";
import Sign from "./Sign.svelte";
import Stake from "./Stake.svelte";
import Strip from "./Strip.svelte";
import words from "./words";

const imperunde: GameModule = { Board, aspect: 1, Panel, Strip, Now: Battle, Stake, Sign, legend: () => import("./Legend.svelte"), ...words };

export default imperunde;
