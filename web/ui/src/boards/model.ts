// Which moves touch which shapes of a board, whatever the game.
//
// Shapes are drawn by the program and told with their names. What is here knows no rules: which moves there are, and where they
// lead, is told by the program as well.

import type { Board, Cell, Made, Move } from '../api.ts';

/** What a move touches: all of it, and what somebody who means this move would press. */
export interface Reach {
  all: string[];
  first: string[];
}

export interface Reacher {
  reach(board: Board, part: Cell[], made: Made): Reach;
}

export const NOWHERE: Reach = { all: [], first: [] };

export function isNumber(cell: Cell | undefined): cell is number {
  return typeof cell === 'number';
}

export function asList(cell: Cell | undefined): Cell[] {
  return Array.isArray(cell) ? cell : [];
}

export function show(cell: Cell): string {
  if (Array.isArray(cell)) {
    const letters = cell.every((one) => typeof one === 'string' && one.length === 1);
    return letters ? cell.join('') : `[${cell.map(show).join(',')}]`;
  }
  return String(cell);
}

/** What a move touches in the whole sum: shapes are named `part/id`. */
export function reachOf(reacher: Reacher, board: Board, move: Move): Reach {
  const all: string[] = [];
  const first: string[] = [];
  for (const made of move.made) {
    const part = board.parts[made.part];
    if (!part) continue;
    const reach = reacher.reach(board, part, made);
    all.push(...reach.all.map((id) => `${made.part}/${id}`));
    first.push(...reach.first.map((id) => `${made.part}/${id}`));
  }
  return { all, first };
}

/**
 * The moves somebody may mean who pressed these shapes: those that touch them all; where the last one is what such a move is
 * begun with, only those.
 */
export function meant(moves: Move[], reaches: Reach[], pressed: string[]): number[] {
  const touching = moves.map((_, place) => place).filter((place) => pressed.every((id) => reaches[place].all.includes(id)));
  const begun = touching.filter((place) => pressed.every((id) => reaches[place].first.includes(id)));
  const chosen = begun.length > 0 ? begun : touching;
  // In a sum where several parts may be moved in at once, the simplest moves come first.
  return chosen.sort((a, b) => moves[a].made.length - moves[b].made.length || a - b);
}

/** The choices of a move that are whole numbers, in the order of the rules. */
export function indices(made: Made): number[] {
  return Object.values(made.choices).filter(isNumber);
}
