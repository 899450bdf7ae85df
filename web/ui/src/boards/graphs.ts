// What moves touch on boards of games on graphs: tokens that walk along arrows, and edges that are cut.

import { asList, isNumber, NOWHERE, type Reach, type Reacher } from './model.ts';

/** Tokens on the nodes of a directed graph. */
export const tokens: Reacher = {
  reach(_, part, made): Reach {
    const [to] = made.to;
    if (!to) return NOWHERE;
    const moved = part.map((_, at) => at).filter((at) => part[at] !== to[at]);
    const all = moved.map((at) => `${to[at]}`);
    return { all, first: all };
  },
};

/** Edges that hold on to the ground, or that are drawn one after the other. */
export const edges: Reacher = {
  reach(_, part, made): Reach {
    const before = asList(part[0]);
    const after = asList(made.to[0]?.[0]);
    const all = before.map((_, place) => place).filter((place) => before[place] !== after[place]).map(String);
    const chosen = Object.values(made.choices).filter(isNumber).map(String).filter((id) => all.includes(id));
    return { all, first: chosen.length > 0 ? chosen.slice(0, 1) : all.slice(0, 1) };
  },
};
