// What moves touch on boards of games whose positions are numbers: heaps, sheets, points of a quarter-plane, windows on a list, pieces on a row.

import type { Board, Cell, Made } from '../api.ts';
import { isNumber, NOWHERE, type Reach, type Reacher, show } from './model.ts';

/** More stones than this are a number. */
const MOST_STONES = 96;

/** Which components are heaps: numbers that play is about. Those with a default only keep count. */
function heapPlaces(board: Board): number[] {
  const numbers = board.components.map((component, place) => ({ component, place })).filter(({ component }) => component.type.kind === 'int');
  const heaps = numbers.filter(({ component }) => (component.type.low ?? 0) <= 1 && !/^[^,)]*=/.test(component.declared));
  return (heaps.length > 0 ? heaps : numbers.slice(0, 1)).map(({ place }) => place);
}

/** Stones that go from a heap of `before` when these heaps are left in its place, in a row. */
function gone(before: number, after: number[]): [number, number] {
  if (after.length === 0) return [0, before];
  if (after.length === 1) return [Math.min(after[0], before), before];
  const rest = after.slice(1).reduce((sum, heap) => sum + heap, 0);
  return [Math.min(after[0], before), Math.max(after[0], before - rest)];
}

export function heapReach(id: string, before: number, after: number[]): Reach {
  const [from, to] = gone(before, after);
  if (from >= before && to >= before && after.length < 2) return NOWHERE;
  const all: string[] = [];
  for (let stone = from; stone < Math.max(to, from + 1) && stone < before; stone++) all.push(`${id}:${stone}`);
  return { all, first: all.slice(0, 1) };
}

export const heaps: Reacher = {
  reach(board, part, made: Made): Reach {
    const all: string[] = [];
    const first: string[] = [];
    for (const place of heapPlaces(board)) {
      const before = part[place];
      if (!isNumber(before)) continue;
      const after = made.to.map((to) => to[place]).filter(isNumber);
      if (after.length === 1 && after[0] === before) continue;
      const reach = before > MOST_STONES ? { all: [`${place}:0`], first: [`${place}:0`] } : heapReach(`${place}`, before, after);
      all.push(...reach.all);
      first.push(...reach.first);
    }
    return { all, first };
  },
};

/** A sheet to be cut along its lines. */
export const sheet: Reacher = {
  reach(_, part, made): Reach {
    const [w, h] = part;
    const [a] = made.to;
    if (!a) return NOWHERE;
    const id = a[1] === h && a[0] !== w ? `v${a[0]}` : `h${a[1]}`;
    return { all: [id], first: [id] };
  },
};

/** A piece on a quarter-plane. */
export const point: Reacher = {
  reach(_, __, made): Reach {
    const [to] = made.to;
    return to ? { all: [`${to[0]},${to[1]}`], first: [`${to[0]},${to[1]}`] } : NOWHERE;
  },
};

/** The list that numbers of the position point into. */
function windowList(board: Board): Cell[] {
  for (const component of board.components) {
    const name = /len\((\w+)\)/.exec(component.declared)?.[1];
    const list = name ? board.givens[name] : undefined;
    if (Array.isArray(list) && list.every(isNumber)) return list;
  }
  return [];
}

/** A row of piles of which the middle or the end is left. */
export const piles: Reacher = {
  reach(board, part, made): Reach {
    const length = windowList(board).length;
    const [from, to] = windowOf(part, length, board);
    const [after] = made.to;
    if (!after) return NOWHERE;
    const [newFrom, newTo] = windowOf(after, length, board);
    const all: string[] = [];
    for (let place = from; place <= to; place++) if (place < newFrom || place > newTo) all.push(`${place}`);
    const last = newFrom > from ? all.filter((id) => Number(id) < newFrom).slice(-1) : all.slice(0, 1);
    return { all, first: last };
  },
};

function windowOf(part: Cell[], length: number, board: Board): [number, number] {
  const low = isNumber(part[0]) ? part[0] : 0;
  const second = board.components[1];
  const high = second && /^\w+ in -1\.\./.test(second.declared) && isNumber(part[1]) ? part[1] : length - 1;
  return [low, high];
}

/** Two pieces on a row. */
export const row: Reacher = {
  reach(_, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const changed = part.map((_, place) => place).filter((place) => to[place] !== part[place]);
    return {
      all: changed.flatMap((place) => [`${part[place]}`, `${to[place]}`]),
      first: changed.map((place) => `${to[place]}`),
    };
  },
};

/** Numbers as they are, for games that look like nothing else. */
export const tiles: Reacher = {
  reach(_, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const all = part.map((_, place) => place).filter((place) => show(to[place]) !== show(part[place])).map(String);
    return { all, first: [] };
  },
};
