// What moves touch on boards of games whose positions are lists: strips, grids, rows of stones, coins on a strip, digits, pits.

import type { Board, Cell, Made } from '../api.ts';
import { asList, indices, isNumber, NOWHERE, type Reach, type Reacher, show } from './model.ts';
import { heapReach } from './numbers.ts';

/** The cells that differ. */
function changed(before: Cell[], after: Cell[]): number[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, place) => place).filter((place) => show(before[place] ?? '') !== show(after[place] ?? ''));
}

export const strip: Reacher = {
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

export const grid: Reacher = {
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
export const boxes: Reacher = {
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
export const coins: Reacher = {
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

export const digits: Reacher = {
  reach(_, part, made): Reach {
    const after = asList(made.to[0]?.[0]);
    const all = changed(asList(part[0]), after).map(String);
    return { all, first: all.slice(0, 1) };
  },
};

/** A row of stones for each number of a list. */
export const rows: Reacher = {
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
      // Long rows are drawn as one number.
      const reach = heap > 60 ? { all: [`${at}:0`], first: [`${at}:0`] } : heapReach(`${at}`, heap, [now]);
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
export const switches: Reacher = {
  reach(_, part, made): Reach {
    const all = changed(asList(part[0]), asList(made.to[0]?.[0])).map(String);
    return { all, first: all };
  },
};

/** Two rows of pits with seeds in them; the lower one is the mover's. */
export const pits: Reacher = {
  reach(_, __, made: Made): Reach {
    const all = indices(made).slice(0, 1).map(String);
    return { all, first: all };
  },
};

/** Where the row and the column of each piece stand that walks on a board. */
function pieces(board: Board): [number, number][] {
  return board.components.flatMap((component, place): [number, number][] => {
    const name = /^(.+)_row$/.exec(component.name)?.[1];
    const column = board.components.findIndex((other) => other.name === `${name}_col`);
    return name && column >= 0 ? [[place, column]] : [];
  });
}

/** Pieces that walk on a board with walls. */
export const walkers: Reacher = {
  reach(board, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const moved = pieces(board).filter(([row, column]) => to[row] !== part[row] || to[column] !== part[column]);
    const all = moved.map(([row, column]) => `${to[row]},${to[column]}`);
    return { all, first: all };
  },
};
