/**
 * The catalogues of the page's language, from English. They have come before any module that imports them is run, so that
 * texts may be constants of modules.
 */
import { language } from './language.ts';

type Catalogue = Readonly<Record<string, string>>;

/** Fetched together, and by nobody whose pages are English. */
const [ofPages, ofAnswers]: readonly [Catalogue | null, ((text: string) => string) | null] =
  language === 'zh'
    ? await Promise.all([
        import('./zh.json', { with: { type: 'json' } }).then((json) => json.default),
        Promise.all([import('./sentences.ts'), import('./zh-answers.json', { with: { type: 'json' } })]).then(
          ([{ translatorOf }, json]) => translatorOf(json.default),
        ),
      ])
    : [null, null];

/** Texts of the pages, with `{0}`, `{1}` … in place of their values. */
export const texts = ofPages;

/** Translates sentences of the servers and the contract; null for pages in English. */
export const translate = ofAnswers;
