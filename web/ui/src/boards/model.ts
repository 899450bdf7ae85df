// What a board is made of, whatever the game: shapes, some of which can be pressed, and which moves touch which shapes.
//
// A board is plain data made by a pure function, so that it can be tested without a browser. It knows no rules: which moves
// there are, and where they lead, is told by the program.

import type { Board, Cell, Made, Move } from '../api.ts';

export type Kind = 'stone' | 'square' | 'cell' | 'disc' | 'text' | 'line' | 'edge' | 'node' | 'box' | 'cut' | 'pit';

export interface Shape {
  kind: Kind;
  /** What a press on it is about; none for what is only looked at. */
  id?: string;
  x: number;
  y: number;
  /** The other end of a line, or the size of a box. */
  w?: number;
  h?: number;
  r?: number;
  /** How it looks, apart from what moves make of it. */
  look?: string;
  text?: string;
  /** What a screen reader says. */
  label?: string;
}

export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
  /** Numbers that are not drawn: (name, value). */
  notes: [string, string][];
}

/** What a move touches: all of it, and what somebody who means this move would press. */
export interface Reach {
  all: string[];
  first: string[];
}

export interface Drawer {
  name: string;
  draw(board: Board, part: Cell[]): Drawing;
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
export function reachOf(drawer: Drawer, board: Board, move: Move): Reach {
  const all: string[] = [];
  const first: string[] = [];
  for (const made of move.made) {
    const part = board.parts[made.part];
    if (!part) continue;
    const reach = drawer.reach(board, part, made);
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
