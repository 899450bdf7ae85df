// What the page asks the program: the HTTP interface, with its answers as types.

import { speech } from './words.svelte.ts';

export type Winner = 'first' | 'second' | 'draw' | null;
export type Cell = number | string | boolean | Cell[];

export interface TypeOf {
  kind: 'int' | 'bool' | 'symbol' | 'list' | 'bag' | 'set';
  of?: TypeOf;
  symbols?: string[];
  low?: number | null;
  high?: number | null;
}

export interface Component {
  name: string;
  type: TypeOf;
  declared: string;
}

export interface Listed {
  name: string;
  title: string;
  titles: Record<string, string>;
  kind: string;
  about: string;
  /** The same in other languages. */
  abouts: Record<string, string>;
  source: string;
  givens: { name: string; optional: boolean }[];
  board: string | null;
  tags: string[];
  players: [string, string] | null;
  start?: string | null;
}

export interface Game extends Listed {
  rules: string;
  components: Component[];
  given_types: Component[];
  defaults?: Record<string, string>;
  example?: string;
}

export interface Made {
  part: number;
  rule: string;
  choices: Record<string, Cell>;
  to: Cell[][];
}

export interface Move {
  part: number | null;
  move: string;
  to: string;
  winner: Winner;
  grundy: number | null;
  remoteness: number | null;
  score: number | null;
  gain: number;
  again: boolean;
  winning: boolean;
  made: Made[];
  /** The shapes that it changes, as `part/id`, and those that who means it would press. */
  touches: string[];
  begins: string[];
}

export type Kind = 'stone' | 'square' | 'cell' | 'disc' | 'text' | 'line' | 'edge' | 'node' | 'box' | 'cut' | 'pit';

export interface Shape {
  kind: Kind;
  /** What a press on it is about; none for what is only looked at. */
  id?: string;
  x: number;
  y: number;
  /** How far a line goes, or the size of a box. */
  w?: number;
  h?: number;
  r?: number;
  /** How it looks, apart from what moves make of it. */
  look?: string;
  text?: string;
  /** What a screen reader says. */
  label?: string;
}

export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
  /** Numbers that are not drawn: (name, value). */
  notes: [string, string][];
}

export interface Board {
  game: string;
  position: string;
  mover: string | null;
  players: [string, string] | null;
  parts: Cell[][];
  /** The kind of board it is drawn on. */
  board: string;
  /** A drawing of each part, as many as can be looked at. */
  drawings: Drawing[];
  components: Component[];
  givens: Record<string, Cell>;
  points: boolean;
  /** Who wins where the points are equal: draw, first, or a player. */
  ties: string | null;
  joint: boolean;
  winner: Winner;
  grundy: number | null;
  remoteness: number | null;
  score: number | null;
  ending: 'win' | 'lose' | 'draw' | 'score' | null;
  /** None where there are too many to count. */
  move_count: number | null;
  moves: Move[];
  stopped: string | null;
}

export interface Sentence {
  key: string;
  arguments: Record<string, string>;
  text: string;
}

export interface Explained {
  game: string;
  position: string;
  mover: string | null;
  winner: Winner;
  grundy: number | null;
  remoteness: number | null;
  score: number | null;
  winning_move_count: number | null;
  winning_moves: { part: number | null; move: string; to: string }[];
  by: string;
  positions: number;
  stopped: string | null;
  why: {
    sentences: Sentence[];
    line: { mover: string | null; part: number | null; move: string; to: string }[];
    line_ends: boolean;
  };
}

export interface Table {
  game: string;
  as: 'grundy' | 'outcome' | 'remoteness' | 'score';
  axes: { name: string; from: number; to: number }[];
  values: (number | string | null)[] | (number | string | null)[][];
  known: boolean;
}

/** What a rule says about the cells of a table: who wins, values, or where a period begins anew. */
export type Overlay =
  | { says: 'lost'; cells: (boolean | null)[] | (boolean | null)[][] }
  | { says: 'value'; cells: (number | null)[] | (number | null)[][] }
  | { says: 'period'; period: number; from: number };

export interface FoundRule {
  of: string;
  status: 'proved' | 'checked' | 'refuted' | 'unknown';
  claim: string;
  words: string;
  extent: string | null;
  /** What people read of it, in other languages. */
  said?: Record<string, { words: string; extent: string | null }>;
  counterexample: string | null;
  overlay: Overlay | null;
}

export interface Found {
  rules: FoundRule[];
  stopped: string | null;
}

export interface GraphNode {
  position: string;
  mover: string | null;
  depth: number;
  winner: Winner;
  grundy: number | null;
  remoteness: number | null;
  score: number | null;
  ending: 'win' | 'lose' | 'draw' | 'score' | null;
  whole: boolean;
}

export interface Graph {
  game: string;
  points: boolean;
  nodes: GraphNode[];
  edges: { from: number; to: number; move: string; again: boolean; gain: number | string }[];
  complete: boolean;
  /** Where everything stands in a picture; nothing where there is too much to see. */
  drawing: {
    width: number;
    height: number;
    nodes: { x: number; y: number; width: number; height: number; label: string }[];
    arrows: { from: number; to: number; path: string; strong: boolean }[];
  } | null;
}

export interface Mistake {
  severity: 'error' | 'warning';
  message: string;
  label: string;
  line: number;
  column: number;
  from: number;
  to: number;
  hints: string[];
  fix: { title: string; from: number; to: number; text: string } | null;
  /** What people read of it, in other languages. */
  said?: Record<string, { message: string; label: string; hints: string[]; fix_title: string | null }>;
}

/** A mistake in the reader's language. */
export function spoken(one: Mistake): Mistake {
  const said = one.said?.[speech.language];
  if (!said) return one;
  return { ...one, message: said.message, label: said.label, hints: said.hints, fix: one.fix && { ...one.fix, title: said.fix_title ?? one.fix.title } };
}

export interface Diagnosed {
  game: Game | null;
  diagnostics: Mistake[];
  formatted: string | null;
}

/** The move to make where a position is not solved. */
export interface Lookahead {
  move: { part: number | null; move: string; to: string } | null;
  depth: number;
  solved: boolean;
}

/** What became of a claim. */
export interface CheckedClaim {
  claim: string;
  status: 'holds' | 'proved' | 'false' | 'unknown' | 'error';
  detail: string;
  counterexample: string | null;
  line: number;
  column: number;
  /** What people read of it, in other languages. */
  said?: Record<string, { detail: string }>;
}

export interface Checked {
  claims: CheckedClaim[];
  stopped: string | null;
}

/** What every question says about the game. */
export interface Asked {
  game?: string;
  rules?: string;
  givens?: Record<string, string>;
  position?: string;
  mover?: string;
  compound?: string;
}

/** Why there is no answer, in the program's own words. */
export class Problem extends Error {
  kind: string;
  hints: string[];
  diagnostics: Mistake[];
  constructor(data: { type?: string; detail?: string; hints?: string[]; diagnostics?: Mistake[]; said?: Record<string, { detail: string; hints: string[] }> }) {
    const said = data.said?.[speech.language];
    super(said?.detail ?? data.detail ?? 'unknown');
    this.kind = data.type?.split(':').pop() ?? 'unknown';
    this.hints = said?.hints ?? data.hints ?? [];
    this.diagnostics = data.diagnostics ?? [];
  }
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem({ type: 'urn:grundy:problem:gone', detail: 'gone' });
  }
  const data = await response.json().catch(() => ({ detail: response.statusText }));
  if (!response.ok) throw new Problem(data);
  return data as T;
}

export function get<T>(path: string): Promise<T> {
  return request<T>(path, {});
}

export function post<T>(path: string, asked: object, signal?: AbortSignal): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return request<T>(path, { method: 'POST', headers, body: JSON.stringify(asked), signal });
}

export interface Progress {
  stage: 'waiting' | 'progress';
  done?: number;
  total?: number | null;
  what?: string;
}

export interface Job<T> {
  answer: Promise<T>;
  cancel: () => void;
}

/**
 * Long work. It is remembered under `key` for as long as the tab lives, so that a page that is loaded again watches the
 * same work instead of beginning anew; where the program has forgotten it, it is begun again.
 */
export function job<T>(question: string, asked: object, key: string, told: (progress: Progress) => void): Job<T> {
  const place = `grundy.job.${question}.${key}`;
  let source: EventSource | null = null;
  let name: string | null = sessionStorage.getItem(place);
  let stopped = false;
  const begin = async () => {
    const begun = await post<{ job: string }>(`/api/jobs/${question}`, asked);
    name = begun.job;
    sessionStorage.setItem(place, name);
    if (stopped) void fetch(`/api/jobs/${name}`, { method: 'DELETE' });
  };
  const watch = () =>
    new Promise<T>((resolve, reject) => {
      let heard = false;
      source = new EventSource(`/api/jobs/${name}/events`);
      source.addEventListener('waiting', () => ((heard = true), told({ stage: 'waiting' })));
      source.addEventListener('progress', (event) => {
        heard = true;
        told({ stage: 'progress', ...JSON.parse((event as MessageEvent).data) });
      });
      source.addEventListener('done', (event) => {
        source?.close();
        sessionStorage.removeItem(place);
        resolve(JSON.parse((event as MessageEvent).data));
      });
      source.addEventListener('failed', (event) => {
        source?.close();
        sessionStorage.removeItem(place);
        reject(new Problem(JSON.parse((event as MessageEvent).data)));
      });
      source.onerror = () => {
        source?.close();
        sessionStorage.removeItem(place);
        reject(heard ? new Problem({ type: 'urn:grundy:problem:gone', detail: 'gone' }) : 'unknown');
      };
    });
  const run = async (): Promise<T> => {
    if (name) {
      try {
        return await watch();
      } catch (error) {
        if (error !== 'unknown') throw error;
      }
    }
    await begin();
    return watch().catch((error) => {
      throw error === 'unknown' ? new Problem({ type: 'urn:grundy:problem:gone', detail: 'gone' }) : error;
    });
  };
  return {
    answer: run(),
    cancel: () => {
      stopped = true;
      if (name) void fetch(`/api/jobs/${name}`, { method: 'DELETE' });
    },
  };
}
