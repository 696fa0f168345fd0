import type { GameModule } from "..";
import Board from "./Board.svelte";
import words from "./words";

/** The table of any game that brings none of its own. */
const plain: GameModule = { Board, flat: true, ...words };

export default plain;
