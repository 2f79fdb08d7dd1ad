export { comma } from './comma.ts';
export { isLanguage, LANGUAGES, language, locale, setLanguage, type Language } from './language.ts';
export { nodes } from './nodes.ts';
export { said } from './said.ts';
export { t, text } from './text.ts';
