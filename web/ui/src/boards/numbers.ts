// Boards of games whose positions are numbers: heaps, sheets, points of a quarter-plane, windows on a list, pieces on a row.

import type { Board, Cell, Made } from '../api.ts';
import { type Drawer, type Drawing, isNumber, NOWHERE, type Reach, type Shape, show } from './model.ts';

const PITCH = 34;
const RADIUS = 13;
const A_ROW = 12;
/** More stones than this are a number. */
const MOST_STONES = 96;

/** Which components are heaps: numbers that play is about. Those with a default only keep count. */
function heapPlaces(board: Board): number[] {
  const numbers = board.components.map((component, place) => ({ component, place })).filter(({ component }) => component.type.kind === 'int');
  const heaps = numbers.filter(({ component }) => (component.type.low ?? 0) <= 1 && !/^[^,)]*=/.test(component.declared));
  return (heaps.length > 0 ? heaps : numbers.slice(0, 1)).map(({ place }) => place);
}

/** The stones of one heap, from (0, y) down. */
export function stones(shapes: Shape[], count: number, y: number, id: string, left: number, look = 'stone'): { width: number; height: number } {
  const row = count > A_ROW ? Math.min(A_ROW, Math.ceil(Math.sqrt(count * 2))) : A_ROW;
  for (let stone = 0; stone < count; stone++) {
    shapes.push({
      kind: look === 'square' ? 'square' : 'stone',
      id: `${id}:${stone}`,
      x: left + RADIUS + 4 + (stone % row) * PITCH,
      y: y + RADIUS + 4 + Math.floor(stone / row) * PITCH,
      r: RADIUS,
      label: `${stone + 1}`,
    });
  }
  if (count === 0) shapes.push({ kind: 'box', x: left + 4, y: y + 4, w: RADIUS * 2, h: RADIUS * 2, look: 'empty' });
  return { width: Math.max(1, Math.min(count, row)) * PITCH, height: Math.max(1, Math.ceil(count / row)) * PITCH };
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

export const heaps: Drawer = {
  name: 'heaps',
  draw(board, part): Drawing {
    const shapes: Shape[] = [];
    const notes: [string, string][] = [];
    const places = heapPlaces(board);
    let y = 0;
    let most = PITCH;
    part.forEach((cell, place) => {
      if (!places.includes(place) || !isNumber(cell) || cell < 0) {
        notes.push([board.components[place].name, show(cell)]);
        return;
      }
      if (cell > MOST_STONES) {
        shapes.push({ kind: 'box', x: 4, y: y + 4, w: 110, h: 40, look: 'number', text: String(cell), id: `${place}:0` });
        y += 52;
        most = Math.max(most, 120);
        return;
      }
      const { width, height } = stones(shapes, cell, y, `${place}`, 0);
      y += height;
      most = Math.max(most, width);
    });
    if (shapes.length === 0) notes.length === 0 && notes.push(['', '0']);
    return { width: most + 2, height: Math.max(y, PITCH) + 2, shapes, notes };
  },
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

const CELL = 30;

/** A sheet to be cut along its lines. */
export const sheet: Drawer = {
  name: 'sheet',
  draw(_, part): Drawing {
    const [w, h] = part as number[];
    const size = Math.max(10, Math.min(CELL, 420 / Math.max(w, h, 1)));
    const shapes: Shape[] = [{ kind: 'box', x: 6, y: 6, w: w * size, h: h * size, look: 'paper' }];
    for (let i = 1; i < w; i++) shapes.push({ kind: 'cut', id: `v${i}`, x: 6 + i * size, y: 6, w: 0, h: h * size, label: `${i}` });
    for (let j = 1; j < h; j++) shapes.push({ kind: 'cut', id: `h${j}`, x: 6, y: 6 + j * size, w: w * size, h: 0, label: `${j}` });
    return { width: w * size + 12, height: h * size + 12, shapes, notes: [['', `${w} × ${h}`]] };
  },
  reach(_, part, made): Reach {
    const [w, h] = part;
    const [a] = made.to;
    if (!a) return NOWHERE;
    const id = a[1] === h && a[0] !== w ? `v${a[0]}` : `h${a[1]}`;
    return { all: [id], first: [id] };
  },
};

/** A piece on a quarter-plane. */
export const point: Drawer = {
  name: 'point',
  draw(_, part): Drawing {
    const [x, y] = part as number[];
    const size = Math.max(x, y) > 16 ? 16 : CELL;
    const across = Math.min(x, 40) + 2;
    const down = Math.min(y, 40) + 2;
    const shapes: Shape[] = [];
    for (let j = 0; j < down; j++) {
      for (let i = 0; i < across; i++) {
        shapes.push({ kind: 'cell', id: `${i},${j}`, x: 4 + i * size, y: 4 + j * size, w: size, h: size, look: (i + j) % 2 ? 'dark' : 'light', label: `${i}, ${j}` });
      }
    }
    shapes.push({ kind: 'disc', x: 4 + (x + 0.5) * size, y: 4 + (y + 0.5) * size, r: size * 0.36, look: 'first' });
    return { width: across * size + 8, height: down * size + 8, shapes, notes: [['', `${x}, ${y}`]] };
  },
  reach(_, __, made): Reach {
    const [to] = made.to;
    return to ? { all: [`${to[0]},${to[1]}`], first: [`${to[0]},${to[1]}`] } : NOWHERE;
  },
};

/** The list that numbers of the position point into. */
export function windowList(board: Board): { name: string; list: Cell[] } | null {
  for (const component of board.components) {
    const name = /len\((\w+)\)/.exec(component.declared)?.[1];
    const list = name ? board.givens[name] : undefined;
    if (name && Array.isArray(list) && list.every(isNumber)) return { name, list };
  }
  return null;
}

/** A row of piles of which the middle or the end is left. */
export const piles: Drawer = {
  name: 'piles',
  draw(board, part): Drawing {
    const { list } = windowList(board)!;
    const [from, to] = windowOf(part, list.length, board);
    const shapes: Shape[] = list.map((value, place) => ({
      kind: 'cell', id: `${place}`, x: 4 + place * 46, y: 4, w: 42, h: 42, text: show(value),
      look: place >= from && place <= to ? 'tile' : 'off', label: show(value),
    }));
    // The ends of the window are seen; other numbers are told.
    const notes = board.components.map((component, place): [string, string] => [component.name, show(part[place])]).filter(([name]) => name !== 'i' && name !== 'j');
    return { width: Math.max(1, list.length) * 46 + 4, height: 50, shapes, notes };
  },
  reach(board, part, made): Reach {
    const length = windowList(board)!.list.length;
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

/** How many cells the row has that two numbers of the position walk on. */
export function rowLength(board: Board): number | null {
  const ranges = board.components.map((component) => /^\w+ in 1\.\.(\w+)\b/.exec(component.declared)?.[1]);
  const [first] = ranges;
  if (board.components.length !== 2 || !first || !ranges.every((range) => range === first)) return null;
  const length = board.givens[first];
  return isNumber(length) && length <= 40 ? length : null;
}

/** Two pieces on a row. */
export const row: Drawer = {
  name: 'row',
  draw(board, part): Drawing {
    const length = rowLength(board)!;
    const shapes: Shape[] = [];
    for (let place = 1; place <= length; place++) {
      shapes.push({ kind: 'cell', id: `${place}`, x: 4 + (place - 1) * 38, y: 4, w: 38, h: 38, look: place % 2 ? 'light' : 'dark', label: `${place}` });
    }
    part.forEach((at, piece) => {
      if (!isNumber(at)) return;
      shapes.push({ kind: 'disc', x: 4 + (at - 0.5) * 38, y: 23, r: 14, look: piece === 0 ? 'first' : 'second', text: board.components[piece].name[0].toUpperCase() });
    });
    return { width: length * 38 + 8, height: 46, shapes, notes: [] };
  },
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
export const tiles: Drawer = {
  name: 'tiles',
  draw(board, part): Drawing {
    const shapes: Shape[] = [];
    let x = 4;
    part.forEach((cell, place) => {
      const text = show(cell);
      const w = Math.max(56, Math.min(300, text.length * 10 + 24));
      shapes.push({ kind: 'text', x: x + w / 2, y: 14, text: board.components[place].name, look: 'faint' });
      shapes.push({ kind: 'cell', id: `${place}`, x, y: 22, w, h: 42, text, look: 'tile', label: `${board.components[place].name} ${text}` });
      x += w + 8;
    });
    return { width: Math.max(x, 60), height: 70, shapes, notes: [] };
  },
  reach(_, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const all = part.map((_, place) => place).filter((place) => show(to[place]) !== show(part[place])).map(String);
    return { all, first: [] };
  },
};
