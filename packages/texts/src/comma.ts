import { language } from './language.ts';

/** Stands between the members of a list, as the page's language writes it: `names.join(comma)`. */
export const comma = language === 'zh' ? '、' : ', ';
