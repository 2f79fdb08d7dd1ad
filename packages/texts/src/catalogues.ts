/**
 * The catalogues of the page's language, from English. They have come before any module that imports them is run, so that
 * texts may be constants of modules.
 */
import { language } from './language.ts';
import type * as Spaces from './spaces.ts';

type Catalogue = Readonly<Record<string, string>>;
type Translate = (text: string) => string;

/**
 * Fetched together, and by nobody whose pages are English. What they import must be imported so by all: a part that
 * waits for this module would never come.
 */
const [ofPages, ofAnswers, ofValues]: readonly [Catalogue | null, Translate | null, typeof Spaces | null] =
  language === 'zh'
    ? await Promise.all([
        import('./zh.json', { with: { type: 'json' } }).then((json) => json.default),
        Promise.all([import('./sentences.ts'), import('./zh-answers.json', { with: { type: 'json' } })]).then(
          ([{ translatorOf }, json]) => translatorOf(json.default),
        ),
        import('./spaces.ts'),
      ])
    : [null, null, null];

/** Texts of the pages, with `{0}`, `{1}` … in place of their values. */
export const texts = ofPages;

/** Puts spaces where the page's language wants them; null where they are as written. */
export const spaces = ofValues;

/** Translates sentences of the servers and the contract; null for pages in English. */
export const translate = ofAnswers;

/**
 * Translates sentences of GSQL, the engine and stores as well. They come after the page has begun, which is drawn without
 * them.
 */
export const translateMore: Promise<Translate> | null =
  language === 'zh'
    ? Promise.all([
        import('./sentences.ts'),
        import('./zh-answers.json', { with: { type: 'json' } }),
        import('./zh-gsql.json', { with: { type: 'json' } }),
      ]).then(([{ translatorOf }, { default: answers }, { default: gsql }]) =>
        translatorOf({
          sentences: { ...gsql.sentences, ...gsql.more, ...answers.sentences },
          values: { ...gsql.values, ...answers.values },
        }),
      )
    : null;
