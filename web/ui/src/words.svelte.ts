// Every word of the page, in the language that was chosen. The messages are Fluent files that the program can share.

import { FluentBundle, FluentResource } from '@fluent/bundle';
import en from '../../../crates/view/messages/page.en.ftl?raw';
import zh from '../../../crates/view/messages/page.zh.ftl?raw';

export type Language = 'en' | 'zh';

function bundle(language: Language, text: string): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false });
  made.addResource(new FluentResource(text));
  return made;
}

const bundles: Record<Language, FluentBundle> = { en: bundle('en', en), zh: bundle('zh', zh) };

function chosen(): Language {
  const asked = new URLSearchParams(location.search).get('lang') ?? kept('grundy.language') ?? navigator.language;
  return asked.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing forgets it with the tab.
  }
}

export const speech = $state<{ language: Language }>({ language: chosen() });

export function speak(language: Language): void {
  speech.language = language;
  keep('grundy.language', language);
}

/** Between Chinese letters and those of another script stands a space: who wrote the message could not know what would be put in. */
export function spaced(text: string): string {
  return text.replace(/(\p{Script=Han})(?=[A-Za-z0-9])/gu, '$1 ').replace(/([A-Za-z0-9])(?=\p{Script=Han})/gu, '$1 ');
}

/** The message of this key; where there is none, what was handed over for it, else the key, which a test would have found. */
export function t(key: string, values: Record<string, string | number> = {}, otherwise?: string): string {
  for (const language of [speech.language, 'en'] as Language[]) {
    const message = bundles[language].getMessage(key);
    if (message?.value) {
      const said = bundles[language].formatPattern(message.value, values);
      return language === 'zh' ? spaced(said) : said;
    }
  }
  return otherwise ?? key;
}

/** What a game is about in the reader's language. */
export function about(game: { about: string; abouts?: Record<string, string> }): string {
  return game.abouts?.[speech.language] ?? game.about;
}

/** The title of a game in the reader's language. */
export function titled(game: { title: string; titles: Record<string, string> }): string {
  return game.titles[speech.language] ?? game.title;
}
