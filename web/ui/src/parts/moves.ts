// Moves in words.

import type { Board, Move } from '../api.ts';
import { choose } from '../boards/choose.ts';
import { show } from '../boards/model.ts';
import { t } from '../words.svelte.ts';

/** A move in words: `take 2`, and where there are several parts, in which. */
export function wording(move: Move, board: Board): string {
  const made = move.made.map(({ part, rule, choices }) => {
    const named = Object.entries(choices);
    const said = named.length === 1 ? show(named[0][1]) : named.map(([name, value]) => `${name}=${show(value)}`).join(' ');
    const words = `${rule.replaceAll('_', ' ')} ${said}`.trim();
    return board.parts.length > 1 ? `${t(choose(board).name === 'heaps' ? 'heap' : 'part', { number: part + 1 })}: ${words}` : words;
  });
  return made.join(' + ') || move.move;
}
