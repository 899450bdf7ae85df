// Moves in words.

import type { Board, Move } from '../api.ts';
import { show } from '../boards/model.ts';
import { t } from '../words.svelte.ts';

// How many choices of a rule tell its moves apart: rules may name more things than there are to choose.
const told = new WeakMap<Board, Map<string, number>>();
// As many as were told before are told again when few moves are left.
const before = new Map<string, number>();

function choicesTold(board: Board, part: number, rule: string): number {
  const known = told.get(board) ?? new Map<string, number>();
  told.set(board, known);
  const key = `${part} ${rule}`;
  let count = known.get(key);
  if (count === undefined) {
    const peers = board.moves.flatMap((move) => (move.made.length === 1 ? move.made : [])).filter((made) => made.part === part && made.rule === rule);
    const all = peers.map((made) => Object.values(made.choices));
    const most = Math.max(0, ...all.map((choices) => choices.length));
    const differ = (length: number) => new Set(all.map((choices) => JSON.stringify(choices.slice(0, length)))).size === all.length;
    count = Math.min(1, most);
    while (count < most && !differ(count)) count++;
    // Several parts are moved in at once: nothing is known of the others.
    if (all.length === 0) count = Infinity;
    const rules = `${board.game} ${rule}`;
    if (all.length > 0) before.set(rules, (count = Math.max(count, Math.min(most, before.get(rules) ?? 0))));
    known.set(key, count);
  }
  return count;
}

/** What a part is called: a heap where it is one. */
export function partName(board: Board, part: number): string {
  return t(board.board === 'heaps' ? 'heap' : 'part', { number: part + 1 });
}

/** A move in words: `take 2`, and where there are several parts, in which. */
export function wording(move: Move, board: Board): string {
  const made = move.made.map(({ part, rule, choices }) => {
    const named = Object.entries(choices).slice(0, choicesTold(board, part, rule));
    const said = named.length === 1 ? show(named[0][1]) : named.map(([name, value]) => `${name}=${show(value)}`).join(' ');
    const words = `${rule.replaceAll('_', ' ')} ${said}`.trim();
    return board.parts.length > 1 ? `${partName(board, part)}: ${words}` : words;
  });
  return made.join(' + ') || move.move;
}
