/** The language of the provider's pages: they are made in English, and translated as they are sent. */
import type { IncomingHttpHeaders } from 'node:http';
import { translatorOf } from '@acacia/texts/sentences';
import answers from '@acacia/texts/zh-answers.json' with { type: 'json' };
import { ENTITIES, escape } from './layout.ts';
import ofPages from './zh.json' with { type: 'json' };

const toChinese = translatorOf({
  sentences: { ...answers.sentences, ...ofPages },
  values: { ...answers.values, ...ofPages },
});

/** As the console keeps the choice (packages/texts/src/language.ts). */
const CHOSEN = /(?:^|;\s*)acacia_language=(en|zh)(?:;|$)/;

/** The language that a browser asks for: the choice of its person, or else its first language that there is. */
export function languageAsked(headers: IncomingHttpHeaders): 'en' | 'zh' | undefined {
  const { cookie = '', 'accept-language': accepted = '' } = headers;
  // Browsers list languages by preference.
  const asked = CHOSEN.exec(cookie)?.[1] ?? /\b(en|zh)\b/i.exec(accepted)?.[1]?.toLowerCase();
  return asked === 'en' || asked === 'zh' ? asked : undefined;
}

const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
);
const plain = (html: string): string =>
  html.replaceAll(/&(?:#\d+|\w+);/g, (entity) => CHARACTERS.get(entity) ?? entity);

/** A style or a script whole, or a text between two tags. */
const PIECES = /<(style|script)\b.*?<\/\1>|(?<=>)[^<>]+(?=<)/gs;

const chinese = (html: string): string =>
  html.replace('<html lang="en">', '<html lang="zh-CN">').replaceAll(PIECES, (piece, element?: string) => {
    const text = plain(piece).replaceAll(/\s+/g, ' ').trim();
    return element === undefined && text !== '' ? escape(toChinese(text)) : piece;
  });

/** The page in the language that its reader asks for. Styles and scripts stay as they are: their hashes are sent. */
export function inLanguageOf(headers: IncomingHttpHeaders, html: string): string {
  return languageAsked(headers) === 'zh' ? chinese(html) : html;
}
