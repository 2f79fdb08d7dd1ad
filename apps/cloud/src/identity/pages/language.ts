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

/** Whether a browser asks for Chinese: by the choice of its person, or else by its first language that there is. */
function asksForChinese({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): boolean {
  const chosen = CHOSEN.exec(cookie)?.[1];
  if (chosen !== undefined) return chosen === 'zh';
  // Browsers list languages by preference.
  return /\b(en|zh)\b/i.exec(accepted)?.[1]?.toLowerCase() === 'zh';
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
  return asksForChinese(headers) ? chinese(html) : html;
}
