// A board of pits as it lies on the table.

import type { Drawing, Shape } from '../api.ts';

export interface Seats {
  /** Whose turn it is, and who sits below. */
  turn: 0 | 1;
  below: 0 | 1;
  points: [number, number];
  names: [string, string];
}

/** The room of a store, beside the pits. */
const STORE = 76;

/** The program draws the pits of the player to move below. Here everybody keeps his seat, and each store, to the right of its player, holds his points. */
export function seated(drawing: Drawing, { turn, below, points, names }: Seats): Drawing {
  const [width, height] = [drawing.width + 2 * STORE, drawing.height];
  const pit = (shape: Shape): Shape => {
    const [x, y] = turn === below ? [shape.x, shape.y] : [drawing.width - shape.x, height - shape.y];
    return { ...shape, x: x + STORE, y, look: y > height / 2 ? 'mine' : 'theirs' };
  };
  const above = (1 - below) as 0 | 1;
  const store = (x: number, who: 0 | 1): Shape => ({ kind: 'pit', x, y: height / 2, r: 32, look: `store ${who === below ? 'mine' : 'theirs'}`, text: `${points[who]}` });
  const name = (y: number, text: string): Shape => ({ kind: 'text', x: width / 2, y, look: 'faint', text });
  const shapes = drawing.shapes.filter((shape) => shape.kind === 'pit').map(pit);
  shapes.push(store(STORE / 2, above), store(width - STORE / 2, below), name(10, `← ${names[above]}`), name(height - 10, `${names[below]} →`));
  return { ...drawing, width, shapes };
}
