// Boards of games whose positions are lists: strips, grids, rows of stones, coins on a strip, digits, pits.

import type { Board, Cell, Made } from '../api.ts';
import { asList, type Drawer, type Drawing, indices, isNumber, NOWHERE, type Reach, type Shape, show } from './model.ts';
import { heapReach, stones } from './numbers.ts';

const CELL = 44;

/** Whose piece a symbol is: players' own symbols have their colours, a full stop is an empty cell. */
function look(board: Board, symbol: string, component: number): string {
  if (board.players?.[0][0]?.toUpperCase() === symbol || board.players?.[0] === symbol) return 'first';
  if (board.players?.[1][0]?.toUpperCase() === symbol || board.players?.[1] === symbol) return 'second';
  let type = board.components[component]?.type;
  while (type?.of) type = type.of;
  const place = (type?.symbols ?? []).filter((one) => one !== '.').indexOf(symbol);
  return place === 1 ? 'second' : 'first';
}

function cellShapes(shapes: Shape[], board: Board, component: number, symbol: string, id: string, x: number, y: number, size: number, dark: boolean): void {
  const blocked = symbol === '#';
  shapes.push({ kind: 'cell', id, x, y, w: size, h: size, look: blocked ? 'full' : dark ? 'dark' : 'light', label: `${id}: ${symbol}` });
  if (symbol === '.' || blocked) return;
  shapes.push({ kind: 'disc', x: x + size / 2, y: y + size / 2, r: size * 0.36, look: look(board, symbol, component), text: symbol });
}

/** The cells that differ. */
function changed(before: Cell[], after: Cell[]): number[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, place) => place).filter((place) => show(before[place] ?? '') !== show(after[place] ?? ''));
}

export const strip: Drawer = {
  name: 'strip',
  draw(board, part): Drawing {
    const place = board.components.findIndex((component) => component.type.kind === 'list');
    const list = asList(part[place]);
    const size = list.length > 14 ? 32 : CELL;
    const shapes: Shape[] = [];
    list.forEach((symbol, at) => cellShapes(shapes, board, place, show(symbol), `${at}`, 4 + at * size, 4, size, at % 2 === 1));
    const notes = part.map((cell, at): [string, string] => [board.components[at].name, show(cell)]).filter((_, at) => at !== place);
    return { width: Math.max(1, list.length) * size + 8, height: size + 8, shapes, notes };
  },
  reach(board, part, made): Reach {
    const place = board.components.findIndex((component) => component.type.kind === 'list');
    const before = asList(part[place]);
    const chosen = indices(made).filter((at) => at >= 0 && at < before.length).map(String);
    if (made.to.length !== 1 || asList(made.to[0][place]).length !== before.length) return { all: chosen, first: chosen.slice(0, 1) };
    const all = changed(before, asList(made.to[0][place])).map(String);
    const first = chosen.slice(0, 1).filter((id) => all.includes(id));
    return { all, first: first.length > 0 ? first : all.slice(0, 1) };
  },
};

export const grid: Drawer = {
  name: 'grid',
  draw(board, part): Drawing {
    const place = gridPlace(board);
    const rows = asList(part[place]).map(asList);
    const cols = rows[0]?.length ?? 0;
    const size = Math.max(22, Math.min(64, 420 / Math.max(rows.length, cols, 1)));
    const shapes: Shape[] = [];
    rows.forEach((row, i) => row.forEach((symbol, j) => cellShapes(shapes, board, place, show(symbol), `${i},${j}`, 4 + j * size, 4 + i * size, size, (i + j) % 2 === 1)));
    const notes = part.map((cell, at): [string, string] => [board.components[at].name, show(cell)]).filter((_, at) => at !== place);
    return { width: cols * size + 8, height: rows.length * size + 8, shapes, notes };
  },
  reach(board, part, made): Reach {
    const place = gridPlace(board);
    const before = asList(part[place]).map(asList);
    const [to] = made.to;
    if (!to) return NOWHERE;
    const after = asList(to[place]).map(asList);
    const all: string[] = [];
    before.forEach((row, i) => row.forEach((symbol, j) => show(symbol) !== show(after[i]?.[j] ?? '') && all.push(`${i},${j}`)));
    const [i, j] = indices(made);
    const began = `${i},${j}`;
    return { all, first: all.includes(began) ? [began] : all.length === 1 ? all : [] };
  },
};

function gridPlace(board: Board): number {
  return board.components.findIndex((component) => component.type.kind === 'list' && component.type.of?.kind === 'list');
}

/** Dots and Boxes: lines across and lines down between dots. */
export const boxes: Drawer = {
  name: 'boxes',
  draw(_, part): Drawing {
    const across = asList(part[0]).map(asList);
    const down = asList(part[1]).map(asList);
    const size = 64;
    const shapes: Shape[] = [];
    across.forEach((row, i) => row.forEach((mark, j) => shapes.push({ kind: 'edge', id: `0:${i},${j}`, x: 16 + j * size, y: 16 + i * size, w: size, h: 0, look: mark === '.' ? 'faint' : 'drawn', label: `${i}, ${j} —` })));
    down.forEach((row, i) => row.forEach((mark, j) => shapes.push({ kind: 'edge', id: `1:${i},${j}`, x: 16 + j * size, y: 16 + i * size, w: 0, h: size, look: mark === '.' ? 'faint' : 'drawn', label: `${i}, ${j} |` })));
    for (let i = 0; i < across.length; i++) for (let j = 0; j <= (across[0]?.length ?? 0); j++) shapes.push({ kind: 'node', x: 16 + j * size, y: 16 + i * size, r: 5, look: 'dot' });
    return { width: (across[0]?.length ?? 0) * size + 32, height: (across.length - 1) * size + 32, shapes, notes: [] };
  },
  reach(_, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const all: string[] = [];
    part.forEach((cells, place) =>
      asList(cells).forEach((row, i) => asList(row).forEach((mark, j) => mark !== asList(asList(to[place])[i])[j] && all.push(`${place}:${i},${j}`))),
    );
    return { all, first: all };
  },
};

/** Coins on a strip, told by their places. */
export const coins: Drawer = {
  name: 'coins',
  draw(board, part): Drawing {
    const places = asList(part[0]).filter(isNumber);
    const special = isNumber(part[1]) ? places[part[1]] : null;
    const low = board.components[0].type.of?.low === 1 ? 1 : 0;
    const length = Math.max(low, ...places) + 1;
    const size = length > 16 ? 30 : 40;
    const shapes: Shape[] = [];
    for (let at = low; at < length; at++) shapes.push({ kind: 'cell', id: `${at}`, x: 4 + (at - low) * size, y: 4, w: size, h: size + 14, look: at % 2 ? 'dark' : 'light', label: `${at}` });
    for (let at = low; at < length; at++) {
      const here = places.filter((place) => place === at).length;
      shapes.push({ kind: 'text', x: 4 + (at - low + 0.5) * size, y: size + 13, text: String(at), look: 'faint' });
      if (here > 0) shapes.push({ kind: 'disc', x: 4 + (at - low + 0.5) * size, y: 4 + size / 2, r: size * 0.36, look: at === special ? 'second' : 'first', text: here > 1 ? String(here) : at === special ? '$' : '' });
    }
    return { width: (length - low) * size + 8, height: size + 22, shapes, notes: [] };
  },
  reach(_, part, made): Reach {
    const before = asList(part[0]).filter(isNumber);
    const [to] = made.to;
    const after = to ? asList(to[0]).filter(isNumber) : [];
    const left = before.filter((place, at) => count(before.slice(0, at + 1), place) > count(after, place));
    const came = after.filter((place, at) => count(after.slice(0, at + 1), place) > count(before, place));
    return { all: [...left, ...came].map(String), first: came.map(String) };
  },
};

function count(list: number[], value: number): number {
  return list.filter((one) => one === value).length;
}

export const digits: Drawer = {
  name: 'digits',
  draw(_, part): Drawing {
    const list = asList(part[0]);
    const shapes: Shape[] = list.map((digit, at) => ({ kind: 'cell', id: `${at}`, x: 4 + at * 50, y: 4, w: 46, h: 58, text: show(digit), look: 'digit', label: show(digit) }));
    return { width: Math.max(1, list.length) * 50 + 4, height: 66, shapes, notes: [] };
  },
  reach(_, part, made): Reach {
    const after = asList(made.to[0]?.[0]);
    const all = changed(asList(part[0]), after).map(String);
    return { all, first: all.slice(0, 1) };
  },
};

/** A row of stones for each number of a list. */
export const rows: Drawer = {
  name: 'rows',
  draw(board, part): Drawing {
    const place = listPlace(board);
    const list = asList(part[place]).filter(isNumber);
    const shapes: Shape[] = [];
    const squares = board.components[place].name === 'rows';
    let y = 0;
    let most = 34;
    list.forEach((heap, at) => {
      shapes.push({ kind: 'text', x: 12, y: y + 22, text: String(heap), look: 'faint' });
      if (heap > 60) shapes.push({ kind: 'cell', id: `${at}:0`, x: 30, y: y + 2, w: 90, h: 30, text: String(heap), look: 'tile' });
      const { width, height } = heap > 60 ? { width: 96, height: 34 } : stones(shapes, heap, y, `${at}`, 24, squares ? 'square' : 'stone');
      y += height;
      most = Math.max(most, width);
    });
    const notes = part.map((cell, at): [string, string] => [board.components[at].name, show(cell)]).filter((_, at) => at !== place);
    return { width: most + 30, height: Math.max(y, 34) + 2, shapes, notes };
  },
  reach(board, part, made): Reach {
    const place = listPlace(board);
    const before = asList(part[place]).filter(isNumber);
    const [to] = made.to;
    const after = to ? asList(to[place]).filter(isNumber) : [];
    const all: string[] = [];
    const first: string[] = [];
    const bag = board.components[place].type.kind === 'bag';
    const chosen = indices(made)[0];
    before.forEach((heap, at) => {
      // A bag is sorted anew after each move, so its places tell nothing; the rules' own choice does.
      const now = bag ? (at === chosen ? left(before, after, heap) : heap) : (after[at] ?? 0);
      if (now >= heap) return;
      const reach = heapReach(`${at}`, heap, [now]);
      all.push(...reach.all);
      if (all.length === reach.all.length) first.push(...reach.first);
    });
    return { all, first };
  },
};

/** What has become of a heap of this size, where one heap of a bag was changed. */
function left(before: number[], after: number[], heap: number): number {
  const rest = [...before];
  rest.splice(rest.indexOf(heap), 1);
  for (const now of after) {
    const at = rest.indexOf(now);
    if (at < 0) return now;
    rest.splice(at, 1);
  }
  return 0;
}

function listPlace(board: Board): number {
  return board.components.findIndex((component) => component.type.kind === 'list' || component.type.kind === 'bag');
}

/** Things that are there or not. */
export const switches: Drawer = {
  name: 'switches',
  draw(board, part): Drawing {
    const list = asList(part[0]);
    const shapes: Shape[] = list.map((there, at) => ({ kind: 'cell', id: `${at}`, x: 4 + (at % 8) * 46, y: 4 + Math.floor(at / 8) * 46, w: 42, h: 42, text: String(at + 1), look: there ? 'tile' : 'off', label: `${at + 1}` }));
    const notes = part.slice(1).map((cell, at): [string, string] => [board.components[at + 1].name, show(cell)]);
    for (const [name, given] of Object.entries(board.givens)) notes.push([name, show(given)]);
    return { width: Math.min(8, Math.max(1, list.length)) * 46 + 4, height: Math.max(1, Math.ceil(list.length / 8)) * 46 + 4, shapes, notes };
  },
  reach(_, part, made): Reach {
    const all = changed(asList(part[0]), asList(made.to[0]?.[0])).map(String);
    return { all, first: all };
  },
};

/** Two rows of pits with seeds in them; the lower one is the mover's. */
export const pits: Drawer = {
  name: 'pits',
  draw(board, part): Drawing {
    const shapes: Shape[] = [];
    const wide = asList(part[0]).length;
    asList(part[1]).forEach((seeds, at) => shapes.push({ kind: 'pit', x: 36 + (wide - 1 - at) * 64, y: 34, r: 26, text: show(seeds), look: 'theirs' }));
    asList(part[0]).forEach((seeds, at) => shapes.push({ kind: 'pit', id: `${at}`, x: 36 + at * 64, y: 100, r: 26, text: show(seeds), look: 'mine', label: `${board.components[0].name} ${at + 1}: ${show(seeds)}` }));
    return { width: wide * 64 + 8, height: 134, shapes, notes: [] };
  },
  reach(_, __, made: Made): Reach {
    const all = indices(made).slice(0, 1).map(String);
    return { all, first: all };
  },
};

/** The board with walls that pieces walk on, told by their rows and columns: (the board, each piece's name and places). */
export function maze(board: Board): { walls: Cell[][]; pieces: [string, number, number][] } | null {
  const walls = Object.values(board.givens).map(asList).find((rows) => rows.length > 0 && rows.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string')));
  const pieces: [string, number, number][] = [];
  board.components.forEach((component, place) => {
    const name = /^(.+)_row$/.exec(component.name)?.[1];
    const column = board.components.findIndex((other) => other.name === `${name}_col`);
    if (name && column >= 0) pieces.push([name, place, column]);
  });
  return walls && pieces.length > 0 ? { walls: walls.map(asList), pieces } : null;
}

/** Pieces that walk on a board with walls. */
export const walkers: Drawer = {
  name: 'walkers',
  draw(board, part): Drawing {
    const { walls, pieces } = maze(board)!;
    const size = 48;
    const shapes: Shape[] = [];
    walls.forEach((row, i) => row.forEach((mark, j) => {
      shapes.push({ kind: 'cell', id: `${i},${j}`, x: 4 + j * size, y: 4 + i * size, w: size, h: size, look: mark === '#' ? 'full' : (i + j) % 2 ? 'dark' : 'light', text: mark === 'F' ? 'F' : '', label: `${i}, ${j}` });
    }));
    pieces.forEach(([name, row, column], at) => {
      const [i, j] = [part[row], part[column]];
      if (isNumber(i) && isNumber(j)) shapes.push({ kind: 'disc', x: 4 + (j + 0.5) * size, y: 4 + (i + 0.5) * size, r: 17, look: at === 0 ? 'first' : 'second', text: name[0].toUpperCase() });
    });
    return { width: (walls[0]?.length ?? 0) * size + 8, height: walls.length * size + 8, shapes, notes: [] };
  },
  reach(board, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const moved = maze(board)!.pieces.filter(([, row, column]) => to[row] !== part[row] || to[column] !== part[column]);
    const all = moved.map(([, row, column]) => `${to[row]},${to[column]}`);
    return { all, first: all };
  },
};
