/** Names of types and attributes, made from the names of files and columns. */

/** Latin letters that are none of ASCII with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

/** The text with letters of ASCII for other Latin ones. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæÆœŒøØłŁđĐðÐþÞı]/g, (letter) => LETTERS[letter] ?? letter);

/** The words of a name: `PassengerId`, `passenger_id` and `passenger id` have the same two. */
export const wordsOf = (name: string): string[] =>
  plainLetters(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** `cities` as `city`: rules of English that names of tables follow. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news|series|species)$/.test(word)) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word;
}

const valid = (name: string, fallback: string): string =>
  name === '' ? fallback : /^\d/.test(name) ? `_${name}` : name;

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The name of a type for a table's rows: `us-state_capitals` as `UsStateCapital`. */
export function typeName(table: string): string {
  const words = wordsOf(table);
  const last = words.at(-1);
  const all = last === undefined ? [] : [...words.slice(0, -1), singular(last)];
  return valid(all.map(capital).join(''), 'Item');
}

/** The name of an attribute for a column; letters keep their case. */
export const attributeName = (column: string): string =>
  valid(
    plainLetters(column)
      .replace(/[^A-Za-z\d]+/g, '_')
      .replace(/^_+|_+$/g, ''),
    'value',
  );

/** Hands out names, each once; taken and reserved ones get a number or an underscore. */
export class Names {
  readonly #taken = new Set<string>();
  readonly #isReserved: (name: string) => boolean;

  constructor(isReserved: (name: string) => boolean) {
    this.#isReserved = isReserved;
  }

  take(wanted: string): string {
    const base = this.#isReserved(wanted) ? `${wanted}_` : wanted;
    let name = base;
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1) name = `${base}_${count}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
