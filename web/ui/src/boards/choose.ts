// What moves touch, by the kind of board that the program says a position is drawn on.

import type { Board } from '../api.ts';
import { edges, tokens } from './graphs.ts';
import { boxes, coins, digits, grid, pits, rows, strip, switches, walkers } from './lists.ts';
import type { Reacher } from './model.ts';
import { heaps, piles, point, row, sheet, tiles } from './numbers.ts';

const BOARDS: Record<string, Reacher> = {
  boxes, coins, digits, edges, grid, heaps, piles, pits, point, row, rows, sheet, strip, switches, tiles, tokens, walkers,
};

export function choose(board: Board): Reacher {
  return BOARDS[board.board] ?? tiles;
}
