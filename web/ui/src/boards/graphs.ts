// Boards of games on graphs: tokens that walk along arrows, and edges that are cut.

import type { Board, Cell } from '../api.ts';
import { asList, type Drawer, type Drawing, isNumber, NOWHERE, type Reach, type Shape, show } from './model.ts';

/** The adjacency lists that numbers of the position point into. */
export function arrows(board: Board): number[][] | null {
  for (const component of board.components) {
    const name = /len\((\w+)\)/.exec(component.declared)?.[1];
    const given = name ? board.givens[name] : undefined;
    if (component.type.kind === 'int' && Array.isArray(given) && given.length > 0 && given.every((row) => Array.isArray(row) && row.every(isNumber))) {
      const lists = given as number[][];
      if (lists.every((row) => row.every((to) => to >= 0 && to < lists.length))) return lists;
    }
  }
  return null;
}

/** The edges that a list of the position says are there. */
export function edgeList(board: Board): [number, number][] | null {
  const list = board.parts[0]?.[0] ?? [];
  for (const given of Object.values(board.givens)) {
    const pairs = asList(given);
    const fits = pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isNumber));
    if (pairs.length > 0 && fits && (board.parts.length === 0 || pairs.length === asList(list).length)) return pairs as [number, number][];
  }
  return null;
}

type Place = { x: number; y: number };

/** Nodes in layers by the longest way to them where arrows never come back, else on a circle. */
export function arrange(next: number[][]): Place[] {
  const layer: number[] = next.map(() => 0);
  let rounds = 0;
  let moved = true;
  while (moved && rounds <= next.length) {
    moved = false;
    rounds++;
    next.forEach((row, from) => row.forEach((to) => {
      if (layer[to] <= layer[from]) {
        layer[to] = layer[from] + 1;
        moved = true;
      }
    }));
  }
  if (moved) {
    const radius = Math.max(60, next.length * 17);
    return next.map((_, node) => {
      const angle = (2 * Math.PI * node) / next.length - Math.PI / 2;
      return { x: radius + 26 + radius * Math.cos(angle), y: radius + 26 + radius * Math.sin(angle) };
    });
  }
  return inLayers(layer, 76, 70);
}

function inLayers(layer: number[], wide: number, high: number): Place[] {
  const widest = Math.max(...layer.map((one) => layer.filter((other) => other === one).length));
  return layer.map((one, node) => {
    const row = layer.map((other, at) => [other, at]).filter(([other]) => other === one).map(([, at]) => at);
    const shift = (widest - row.length) / 2;
    return { x: 30 + (row.indexOf(node) + shift) * wide, y: 30 + one * high };
  });
}

function extent(places: Place[]): { width: number; height: number } {
  return { width: Math.max(60, ...places.map((place) => place.x)) + 30, height: Math.max(60, ...places.map((place) => place.y)) + 30 };
}

/** Tokens on the nodes of a directed graph. */
export const tokens: Drawer = {
  name: 'tokens',
  draw(board, part): Drawing {
    const next = arrows(board)!;
    const places = arrange(next);
    const shapes: Shape[] = [];
    next.forEach((row, from) => row.forEach((to) => {
      const [a, b] = [places[from], places[to]];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const both = next[to].includes(from);
      shapes.push({ kind: 'line', x: a.x + dx * 18, y: a.y + dy * 18, w: b.x - a.x - dx * 40, h: b.y - a.y - dy * 40, look: both ? 'plain' : 'arrow' });
    }));
    places.forEach((place, node) => shapes.push({ kind: 'node', id: `${node}`, ...place, r: 17, text: String(node), label: String(node) }));
    const names = new Map<number, string[]>();
    part.forEach((node, at) => isNumber(node) && board.components[at].type.kind === 'int' && names.set(node, [...(names.get(node) ?? []), board.components[at].name]));
    for (const [node, here] of names) {
      const place = places[node];
      if (place) shapes.push({ kind: 'disc', x: place.x + 11, y: place.y - 12, r: 11, look: here[0] === board.components[0].name ? 'first' : 'second', text: part.length > 1 ? here.map((name) => name[0].toUpperCase()).join('') : '' });
    }
    return { ...extent(places), shapes, notes: [] };
  },
  reach(_, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const moved = part.map((_, at) => at).filter((at) => part[at] !== to[at]);
    const all = moved.map((at) => `${to[at]}`);
    return { all, first: all };
  },
};

/** Edges that hold on to the ground, or that are drawn one after the other. */
export const edges: Drawer = {
  name: 'edges',
  draw(board, part): Drawing {
    const pairs = edgeList(board)!;
    const nodes = [...new Set(pairs.flat())].sort((a, b) => a - b);
    const ground = nodes[0];
    const cutting = /alive/.test(board.components[0].name);
    const depth = new Map<number, number>([[ground, 0]]);
    const queue = [ground];
    for (let at = 0; at < queue.length; at++) {
      for (const [a, b] of pairs) {
        const other = a === queue[at] ? b : b === queue[at] ? a : null;
        if (other !== null && !depth.has(other)) {
          depth.set(other, depth.get(queue[at])! + 1);
          queue.push(other);
        }
      }
    }
    const deepest = Math.max(...depth.values());
    // What grows from the ground grows upwards.
    const layer = nodes.map((node) => (cutting ? deepest - (depth.get(node) ?? 0) : (depth.get(node) ?? 0)));
    const places = inLayers(layer, 78, 72);
    const at = (node: number) => places[nodes.indexOf(node)];
    const alive = asList(part[0]);
    const colours = Object.values(board.givens).map(asList).find((list) => list.length === pairs.length && list.every((one) => typeof one === 'string'));
    const shapes: Shape[] = [];
    if (cutting) shapes.push({ kind: 'line', x: 8, y: at(ground).y + 10, w: extent(places).width - 16, h: 0, look: 'ground' });
    pairs.forEach(([a, b], place) => {
      const there = alive[place] === true;
      const plain = colours ? `colour-${show(colours[place] as Cell)}` : 'drawn';
      const style = cutting ? (there ? plain : 'gone') : there ? 'drawn' : 'faint';
      // Edges between the same two nodes run side by side.
      const before = pairs.slice(0, place).filter(([c, d]) => (c === a && d === b) || (c === b && d === a)).length;
      const length = Math.hypot(at(b).x - at(a).x, at(b).y - at(a).y) || 1;
      const aside = before * 9;
      const [shiftX, shiftY] = [(-(at(b).y - at(a).y) / length) * aside, ((at(b).x - at(a).x) / length) * aside];
      shapes.push({ kind: 'edge', id: `${place}`, x: at(a).x + shiftX, y: at(a).y + shiftY, w: at(b).x - at(a).x, h: at(b).y - at(a).y, look: style, label: `${a}–${b}` });
    });
    nodes.forEach((node) => shapes.push({ kind: 'node', ...at(node), r: 6, look: 'dot' }));
    return { ...extent(places), shapes, notes: [] };
  },
  reach(_, part, made): Reach {
    const before = asList(part[0]);
    const after = asList(made.to[0]?.[0]);
    const all = before.map((_, place) => place).filter((place) => before[place] !== after[place]).map(String);
    const chosen = Object.values(made.choices).filter(isNumber).map(String).filter((id) => all.includes(id));
    return { all, first: chosen.length > 0 ? chosen.slice(0, 1) : all.slice(0, 1) };
  },
};
