// Which board a game is drawn on: by what its positions are made of.

import type { Board, TypeOf } from '../api.ts';
import { arrows, edgeList, edges, tokens } from './graphs.ts';
import { boxes, coins, digits, grid, maze, pits, rows, strip, switches, walkers } from './lists.ts';
import type { Drawer } from './model.ts';
import { heaps, piles, point, row, rowLength, sheet, tiles, windowList } from './numbers.ts';

function isSequence(type: TypeOf | undefined): boolean {
  return type?.kind === 'list' || type?.kind === 'bag';
}

export function choose(board: Board): Drawer {
  const types = board.components.map((component) => component.type);
  const names = board.components.map((component) => component.name);
  const [first, second] = types;
  if (!first) return tiles;
  if (types.every((type) => type.kind === 'int' || type.kind === 'bool')) {
    if (maze(board)) return walkers;
    if (arrows(board)) return tokens;
    if (windowList(board)) return piles;
    if (rowLength(board)) return row;
    if (names.join() === 'w,h') return sheet;
    if (names.join() === 'x,y') return point;
    if (first.kind === 'int' && (first.low ?? 0) <= 1 && (first.low ?? 0) >= 0) return heaps;
    return tiles;
  }
  const isGrid = (type: TypeOf | undefined) => type?.kind === 'list' && type.of?.kind === 'list';
  if (isGrid(first) && isGrid(second)) return first.of?.of?.symbols?.includes('-') ? boxes : tiles;
  if (isGrid(first)) return grid;
  if (isSequence(first) && first.of?.kind === 'symbol') return strip;
  if (isSequence(first) && first.of?.kind === 'bool') return edgeList(board) ? edges : switches;
  if (isSequence(first) && first.of?.kind === 'int') {
    if (second && isSequence(second)) return pits;
    if (first.of.low === 0 && first.of.high === 9) return digits;
    if (/^(coins|p|positions|places)$/.test(names[0])) return coins;
    return rows;
  }
  return tiles;
}
