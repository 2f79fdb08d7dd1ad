/** Entities that texts between tags are written with here; another one is refused. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: '\u00a0',
  ndash: '–',
  quot: '"',
  rarr: '→',
  rdquo: '”',
  rsquo: '’',
  lsquo: '‘',
  times: '×',
};

/** Text between tags with its entities as characters. @throws Error on an entity that is not in the table */
export const decoded = (raw: string): string =>
  raw.replaceAll(/&(#?)(\w+);/g, (whole, number: string, name: string) => {
    if (number !== '') return String.fromCodePoint(Number(name.startsWith('x') ? `0${name}` : name));
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`The entity ${whole} is not known: add it to ENTITIES.`);
    return character;
  });
