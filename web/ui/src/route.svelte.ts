// Where the reader is: every screen has its own address, and every address can be shared.
//
// The path names the screen and the game; the query says the position, the givens and what else is asked; rules of one's own
// travel in the fragment, packed, and never reach the server as part of an address.

import { decoded } from './link.ts';

export { pack, unpack } from './link.ts';

export type Screen = 'games' | 'play' | 'solve' | 'table' | 'graph' | 'write';
const SCREENS: Screen[] = ['games', 'play', 'solve', 'table', 'graph', 'write'];

/** The game of a path whose rules are in the fragment. */
export const OWN = '~';

export interface Route {
  screen: Screen;
  game: string;
  query: Record<string, string>;
  hash: string;
}

function read(): Route {
  const [screen, game] = location.pathname.split('/').filter(Boolean).map(decoded);
  const known = SCREENS.includes(screen as Screen) ? (screen as Screen) : 'games';
  return {
    screen: known,
    game: game ?? '',
    query: Object.fromEntries(new URLSearchParams(location.search)),
    hash: location.hash.slice(1),
  };
}

export const route = $state<Route>(read());

export function address(to: Partial<Route> & { screen: Screen }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(to.query ?? {})) if (value !== '') query.set(name, value);
  const path = to.screen === 'games' ? '/' : `/${to.screen}${to.game ? '/' + encodeURIComponent(to.game) : ''}`;
  const asked = query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':');
  return path + (asked ? '?' + asked : '') + (to.hash ? '#' + to.hash : '');
}

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  const before = route.screen;
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  Object.assign(route, read());
  if (route.screen !== before) scrollTo(0, 0);
}

/** The same screen, with these words of the query changed. */
export function ask(changes: Record<string, string>, how: 'push' | 'replace' = 'replace'): void {
  go(address({ ...route, query: { ...route.query, ...changes } }), how);
}

addEventListener('popstate', () => Object.assign(route, read()));

// Links within the page do not load it again.
addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
