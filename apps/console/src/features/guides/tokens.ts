/** The tokens by which guides are searched. */

const BETWEEN_WORDS = /[\n\r\p{Z}\p{P}]+/u;

/** Words, and of Chinese, which is written without blanks, each two characters beside each other. */
export function tokens(text: string): string[] {
  return text.split(BETWEEN_WORDS).flatMap((word) =>
    word
      .split(/(\p{Script=Han}+)/u)
      .flatMap((part, at) =>
        at % 2 === 0 ? part : [...part].map((sign, place, all) => `${sign}${all[place + 1] ?? ''}`),
      )
      .filter((token) => token !== ''),
  );
}

const ONE_SIGN = /^\p{Script=Han}$/u;

/** Of what is looked for, the last character of Chinese words stands in a pair already. */
export function wantedTokens(text: string): string[] {
  const all = tokens(text);
  return all.filter((token, at) => !ONE_SIGN.test(token) || all[at - 1]?.endsWith(token) !== true);
}
