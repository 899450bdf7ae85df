// The game that the address names, with what the program says about it.

import { type Asked, type Game, get, post, Problem, type Diagnosed, spoken } from './api.ts';
import { address, OWN, route, type Route, type Screen, unpack } from './route.svelte.ts';

export const current = $state<{ key: string; game: Game | null; rules: string | null; problem: Problem | null }>({
  key: '',
  game: null,
  rules: null,
  problem: null,
});

/** What tells the game of an address from others. */
export function keyOf(name: string, hash: string): string {
  return name === OWN ? `${OWN}${hash}` : name;
}

/** Loads the game of the address, if it is not there already. */
export async function load(name: string, hash: string): Promise<void> {
  const key = keyOf(name, hash);
  if (key === current.key && !current.problem) return;
  Object.assign(current, { key, game: null, rules: null, problem: null });
  try {
    if (name === OWN) {
      const rules = await unpack(hash);
      if (rules === null) throw new Problem({ type: 'urn:grundy:problem:wrong-link', detail: 'wrong-link' });
      const found = await post<Diagnosed>('/api/diagnose', { rules });
      if (current.key !== key) return;
      current.rules = rules;
      current.game = found.game;
      if (!found.game) current.problem = new Problem({ detail: found.diagnostics.filter((one) => one.severity === 'error').map(spoken)[0]?.message });
    } else {
      const game = await get<Game>(`/api/games/${encodeURIComponent(name)}`);
      if (current.key === key) current.game = game;
    }
  } catch (error) {
    if (current.key === key) current.problem = error instanceof Problem ? error : new Problem({ detail: String(error) });
  }
}

/** What every question about the game of the address says. */
export function asked(at: Route = route): Asked {
  const givens: Record<string, string> = {};
  for (const [name, value] of Object.entries(at.query)) if (name.startsWith('g.')) givens[name.slice(2)] = value;
  const which: Asked = at.game === OWN ? { rules: current.rules ?? '' } : { game: at.game };
  if (Object.keys(givens).length > 0) which.givens = givens;
  return which;
}

/** The same game on another screen. */
export function elsewhere(screen: Screen, query: Record<string, string> = {}): string {
  const givens = Object.fromEntries(Object.entries(route.query).filter(([name]) => name.startsWith('g.')));
  return address({ screen, game: route.game, hash: route.game === OWN ? route.hash : '', query: { ...givens, ...query } });
}
