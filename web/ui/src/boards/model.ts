// Which moves are meant by a press on shapes, whatever the game. Shapes and what moves touch are told by the program.

import type { Cell, Move } from '../api.ts';

export function show(cell: Cell): string {
  if (Array.isArray(cell)) {
    const letters = cell.every((one) => typeof one === 'string' && one.length === 1);
    return letters ? cell.join('') : `[${cell.map(show).join(',')}]`;
  }
  return String(cell);
}

/**
 * The moves somebody may mean who pressed these shapes: those that touch them all; where the last one is what such a move is
 * begun with, only those.
 */
export function meant(moves: Move[], pressed: string[]): number[] {
  const touching = moves.map((_, place) => place).filter((place) => pressed.every((id) => moves[place].touches.includes(id)));
  const begun = touching.filter((place) => pressed.every((id) => moves[place].begins.includes(id)));
  const chosen = begun.length > 0 ? begun : touching;
  // In a sum where several parts may be moved in at once, the simplest moves come first.
  return chosen.sort((a, b) => moves[a].made.length - moves[b].made.length || a - b);
}
