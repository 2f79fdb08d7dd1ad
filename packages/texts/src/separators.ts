import { language } from './language.ts';

/** Stands between the members of a list, as the page's language writes it: `names.join(comma)`. */
export const comma = language === 'zh' ? '、' : ', ';

/** Stands between members that have commas of their own, as times and sentences have. */
export const semicolon = language === 'zh' ? '；' : '; ';

/** Stands between two sentences. */
export const gap = language === 'zh' ? '' : ' ';
