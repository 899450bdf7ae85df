// How good moves are, and which one the computer makes.

import type { Board, Cell, Lookahead, Move, Winner } from '../api.ts';

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

/** Who wins by a difference in points, seen by a player: 'first' is that player. */
export function byPoints(difference: number, ties: string | null, seat: 0 | 1, name: string | null): Winner {
  if (difference !== 0) return difference > 0 ? 'first' : 'second';
  if (!ties || ties === 'draw') return 'draw';
  return (ties === 'first' ? seat === 0 : ties === name) ? 'first' : 'second';
}

/** The board of a game for points, with the points won so far counted in who wins; other boards as they are. */
export function counted(board: Board, turn: 0 | 1, points: [number, number]): Board {
  if (!board.points) return board;
  const lead = points[turn] - points[1 - turn];
  const winner = (score: number | null) => (score === null ? null : byPoints(lead + Number(score), board.ties, turn, board.mover));
  return { ...board, winner: winner(board.score), moves: board.moves.map((move) => ({ ...move, winner: winner(move.score) })) };
}

/** The points of both where play is over: what the end itself gives goes to whom it favours. */
export function finished(board: Board, turn: 0 | 1, points: [number, number]): [number, number] {
  if (!board.points || board.ending === null || board.score === null) return points;
  const score = Number(board.score);
  const next: [number, number] = [...points];
  next[score < 0 ? 1 - turn : turn] += Math.abs(score);
  return next;
}

export const LEVELS = ['random', 'easy', 'good', 'best'] as const;
export type Level = (typeof LEVELS)[number];

/** How often each level looks for the best move. */
const KNOWS: Record<Level, number> = { random: 0, easy: 0.4, good: 0.8, best: 1 };

/** What a move of the computer rests on: the position is solved, or was searched so many moves deep. */
export interface Ground {
  solved: boolean;
  depth: number;
}

/** Whether it is known which moves are as good as any. */
export function isSolved(board: Board): boolean {
  if (board.points) return board.score !== null;
  return board.winner !== null && (board.winner === 'second' || board.moves.some((move) => move.winning));
}

/** The move the computer makes, and what it rests on; nothing where it does not look. Where the position is not solved, it is searched by `look`. */
export async function reply(board: Board, level: Level, look: () => Promise<Lookahead>, chance: () => number = Math.random): Promise<[number, Ground | null]> {
  if (chance() >= KNOWS[level]) return [Math.floor(chance() * board.moves.length), null];
  if (!isSolved(board)) {
    const { move, depth, solved } = await look();
    const place = board.moves.findIndex((one) => one.part === move?.part && one.move === move?.move && one.to === move?.to);
    if (place >= 0) return [place, { solved, depth }];
  }
  return [best(board, chance), { solved: isSolved(board), depth: 0 }];
}

/** The best move that is known. Where all lose it holds out: the longest way, and where that is not known, the least change. */
export function best(board: Board, chance: () => number = Math.random): number {
  const places = board.moves.map((_, place) => place);
  const pick = (from: number[]) => from[Math.floor(chance() * from.length)];
  const most = Math.max(...board.moves.map(strength));
  const equal = places.filter((place) => strength(board.moves[place]) === most);
  if (board.moves[equal[0]].winner !== 'second') return pick(equal);
  const size = (place: number) => total(board.moves[place].made.flatMap((made) => made.to.flat()));
  const largest = Math.max(...equal.map(size));
  return pick(equal.filter((place) => size(place) === largest));
}

function total(cells: Cell[]): number {
  return cells.reduce((sum: number, cell) => sum + (typeof cell === 'number' ? cell : Array.isArray(cell) ? total(cell) : 0), 0);
}
