/** The language of the page: chosen once, before anything is drawn, and again after a reload. */

/** Languages by their code, each in its own words. */
export const LANGUAGES = { en: 'English', zh: '简体中文' } as const;

export type Language = keyof typeof LANGUAGES;

/** Read by the pages of the sign-in too, which the server draws. */
const COOKIE = 'acacia_language';
const YEAR_S = 31_536_000;

export const isLanguage = (value: string | undefined): value is Language =>
  value !== undefined && Object.hasOwn(LANGUAGES, value);

/** The language that was chosen, or else the first one of the browser that there is. */
function chosen(): Language {
  // Workers and tests on the server's side have no document.
  if (typeof document === 'undefined') return 'en';
  const cookie = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  if (isLanguage(cookie)) return cookie;
  return navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en';
}

export const language: Language = chosen();

const LOCALES = {
  en: { numbers: 'en-US', dates: 'en-GB', words: 'en' },
  zh: { numbers: 'zh-CN', dates: 'zh-CN', words: 'zh-CN' },
} as const;

/** Names of locales for `Intl`: English numbers are written as in the United States, English dates day first. */
export const locale: (typeof LOCALES)[Language] = LOCALES[language];

/** Keeps the choice for a year. The page has to be loaded anew to be drawn in it. */
export function setLanguage(next: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
