export { isLanguage, LANGUAGES, language, locale, setLanguage, type Language } from './language.ts';
export { nodes } from './nodes.ts';
export { said } from './said.ts';
export { comma, gap, semicolon } from './separators.ts';
export { t, text, withSpaces } from './text.ts';
