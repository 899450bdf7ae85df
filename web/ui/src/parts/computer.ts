// How good moves are, and which one the computer makes.

import type { Board, Cell, Move } from '../api.ts';

/** How good a move is for who makes it: to win soon is best, to lose late better than to lose soon. */
export function strength(move: Move): number {
  const far = Math.min(move.remoteness ?? 500, 900) / 1000;
  if (move.score !== null) return Number(move.score);
  switch (move.winner) {
    case 'first':
      return 3 - far;
    case 'draw':
      return 2;
    case 'second':
      return far;
    default:
      return 1;
  }
}

export const LEVELS = ['random', 'easy', 'good', 'perfect'] as const;
export type Level = (typeof LEVELS)[number];

/** How often each level finds the best move. */
const KNOWS: Record<Level, number> = { random: 0, easy: 0.4, good: 0.8, perfect: 1 };

/** The move the computer makes. Where all lose it holds out: the longest way, and where that is not known, the least change. */
export function reply(board: Board, level: Level, chance: () => number = Math.random): number {
  const places = board.moves.map((_, place) => place);
  const pick = (from: number[]) => from[Math.floor(chance() * from.length)];
  if (chance() >= KNOWS[level]) return pick(places);
  const most = Math.max(...board.moves.map(strength));
  const best = places.filter((place) => strength(board.moves[place]) === most);
  if (board.moves[best[0]].winner !== 'second') return pick(best);
  const size = (place: number) => total(board.moves[place].made.flatMap((made) => made.to.flat()));
  const largest = Math.max(...best.map(size));
  return pick(best.filter((place) => size(place) === largest));
}

function total(cells: Cell[]): number {
  return cells.reduce((sum: number, cell) => sum + (typeof cell === 'number' ? cell : Array.isArray(cell) ? total(cell) : 0), 0);
}
