// Zermelo's argument on the graph that is shown: from the ends of play backwards, one round after the other.
//
// A position whose options are not all shown is taken at the program's word, in the round of its own; everything else is
// settled from its options, so that what the eye sees is what the argument uses.

import type { Graph } from '../api.ts';

export type Value = 'win' | 'lose' | 'draw';

export interface Induction {
  /** What each position is for who is to move; none where the argument says nothing. */
  value: (Value | null)[];
  /** The round in which it was settled. */
  when: (number | null)[];
  rounds: number;
}

const TOLD: Record<string, Value> = { first: 'win', second: 'lose', draw: 'draw' };
const TURNED: Record<Value, Value> = { win: 'lose', lose: 'win', draw: 'draw' };

export function induce(graph: Graph): Induction {
  const value: (Value | null)[] = graph.nodes.map(() => null);
  const when: (number | null)[] = graph.nodes.map(() => null);
  const out: { to: number; again: boolean }[][] = graph.nodes.map(() => []);
  for (const edge of graph.edges) out[edge.from].push({ to: edge.to, again: edge.again });
  const settle = (place: number, found: Value, round: number) => {
    value[place] = found;
    when[place] = round;
  };
  graph.nodes.forEach((node, place) => {
    if (graph.points) {
      // Points are not won or lost until they are counted: the program's word stands.
      if (node.winner) settle(place, TOLD[node.winner], 0);
    } else if (node.ending === 'win' || node.ending === 'lose' || node.ending === 'draw') settle(place, node.ending, 0);
    else if (!node.whole && node.winner) settle(place, TOLD[node.winner], 0);
  });
  let round = 0;
  for (;;) {
    const found: [number, Value][] = [];
    graph.nodes.forEach((node, place) => {
      if (value[place] !== null || !node.whole) return;
      // What an option is for who moves now: his own if he moves again, else the opposite.
      const options = out[place].map(({ to, again }) => (value[to] === null ? null : again ? value[to] : TURNED[value[to]]));
      if (options.some((option) => option === 'win')) found.push([place, 'win']);
      else if (options.length > 0 && options.every((option) => option !== null)) found.push([place, options.includes('draw') ? 'draw' : 'lose']);
    });
    if (found.length === 0) break;
    round++;
    for (const [place, one] of found) settle(place, one, round);
  }
  // What is never settled goes round for ever: nobody can be driven to an end.
  const left = graph.nodes.map((_, place) => place).filter((place) => value[place] === null && graph.nodes[place].winner !== null);
  if (left.length > 0) {
    round++;
    for (const place of left) settle(place, TOLD[graph.nodes[place].winner!], round);
  }
  return { value, when, rounds: round };
}
