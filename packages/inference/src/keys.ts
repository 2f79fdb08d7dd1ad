/** The column of a table that tells its rows apart, and columns that name rows of other tables. */
import type { ColumnType } from './column-type.ts';
import { singular, wordsOf } from './names.ts';
import { SCHEMA_REASONS } from './reasons.ts';

export interface SampledTable {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly reason: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Whether these are all rows of the table. */
  readonly whole: boolean;
}

/** 0 to 1, with the reason as a sentence. */
export interface Judged {
  readonly confidence: number;
  readonly reason: string;
}

export interface Key extends Judged {
  readonly column: number;
}

export const valuesOf = (table: SampledTable, column: number): string[] =>
  table.rows.flatMap((row) => {
    const value = row[column];
    return value === null || value === undefined || value.trim() === '' ? [] : [value.trim()];
  });

const joinedWords = (name: string): string => wordsOf(name).join('');

/** The words that a column's name may begin with to speak of a table: its name, and that of one of its rows. */
function tableWords(name: string): string[] {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined) return [];
  const one = [...words.slice(0, -1), singular(last)].join('');
  // `Schiffe` are each a `Schiff`, `Personen` a `Person`.
  const stem = /^(.{4,}?)(?:en?|n)$/.exec(last)?.[1];
  return [...new Set([words.join(''), one, singular(last), ...(stem === undefined ? [] : [stem])])];
}

const KEY_NAME = /^(?:id|key|uuid|guid|code|iata|isbn|sku|slug|ticker|symbol|email|nr|no)$/;
/** From this confidence on a column is taken for the key. */
export const CLEAR_KEY = 0.75;

/** Names of keys that say nothing of what they are keys of. */
const GENERIC_NAME = /^(?:id|key|uuid|guid|code|slug|symbol|nr|no|name|title|label)$/;
const KEY_ENDING = ['id', 'key', 'code', 'no', 'nr', 'number', 'num', 'numero', 'nummer', 'uuid', 'iata'];
/** Ends of keys in words that are written as one: `Schiffsnummer`. */
const KEY_WORD = /.(?:nummer|schlussel|kennung)$/;

/** Series in time have one row for each of them. */
const TIME_NAME = /^(?:date|time|datetime|timestamp|year|month|day)$/;

/** How much a column's name says that it is its table's key; 0: nothing. */
function nameScore({ name, type }: SampledTable['columns'][number], table: string): number {
  const plain = joinedWords(name);
  if (KEY_NAME.test(plain)) return 0.98;
  if (tableWords(table).some((word) => KEY_ENDING.some((ending) => plain === word + ending))) return 0.98;
  if (KEY_ENDING.includes(wordsOf(name).at(-1) ?? '') || KEY_WORD.test(plain)) return 0.8;
  const isText = type === 'STRING';
  if (isText && (/^(?:name|title|label)$/.test(plain) || tableWords(table).includes(plain))) return 0.75;
  if (TIME_NAME.test(plain)) return 0.6;
  return 0;
}

const FEW = 3;

/** Share of different values from which a column with the name of a key is one whose rows repeat by mistake. */
const NEARLY_ALL = 0.95;
/** Rows from which a few that repeat are a mistake. */
const MANY = 20;

/** Columns whose values tell rows apart, or nearly all where their names are those of keys; the likeliest first. */
function keyCandidates(table: SampledTable): readonly Key[] {
  const found = table.columns.flatMap((each, column): Key[] => {
    const { type } = each;
    if (type === 'BOOL' || type === 'DOUBLE' || table.rows.length === 0) return [];
    const values = valuesOf(table, column);
    if (values.length < table.rows.length) return [];
    const byName = nameScore(each, table.name);
    const repeated = values.length - new Set(values).size;
    if (repeated > 0) {
      const isNamed = byName >= 0.98 || (byName >= 0.8 && column === 0);
      if (!isNamed || values.length < MANY || repeated > values.length * (1 - NEARLY_ALL)) return [];
      const reason = SCHEMA_REASONS.nearlyDistinct({
        name: each.name,
        count: values.length - repeated,
        rows: values.length,
      });
      return [{ column, confidence: CLEAR_KEY, reason }];
    }
    const byPlace =
      type === 'DATETIME' ? (column === 0 ? 0.6 : 0.3) : column === 0 ? 0.72 : type === 'STRING' ? 0.55 : 0.4;
    const few = table.rows.length < FEW ? 0.2 : 0;
    const { distinct, distinctAndNamed, distinctInPart, distinctInPartAndNamed } = SCHEMA_REASONS;
    const [alone, named] = table.whole
      ? [distinct, distinctAndNamed]
      : [distinctInPart, distinctInPartAndNamed];
    const reason = (byName >= 0.8 ? named : alone)({ count: values.length });
    return [
      {
        column,
        confidence: Math.max(byName, byPlace) - few,
        reason,
      },
    ];
  });
  return found.sort((a, b) => b.confidence - a.confidence || a.column - b.column);
}

/** Confidence in a key that columns of other tables hold. */
const HELD_KEY = 0.9;

/** The first column of another table that holds values of a column and repeats them, as references do. */
function holderOf(
  tables: readonly SampledTable[],
  index: number,
  column: number,
): { readonly table: string; readonly column: string } | null {
  const target = (tables[index] as SampledTable).columns[column];
  if (target === undefined) return null;
  const known = new Set(valuesOf(tables[index] as SampledTable, column));
  for (const [at, table] of tables.entries()) {
    if (at === index) continue;
    for (const [other, { name, type }] of table.columns.entries()) {
      if (type !== target.type) continue;
      const values = valuesOf(table, other);
      const distinct = new Set(values);
      const repeats = distinct.size < values.length && distinct.size >= FEW;
      const isNamed =
        joinedWords(name) === joinedWords(target.name) ||
        speaksOf(name, tables[index] as SampledTable, target.name);
      if (!repeats || (type !== 'STRING' && !isNamed)) continue;
      const share = [...distinct].filter((value) => known.has(value)).length / distinct.size;
      if (share >= NEARLY_ALL) return { table: table.name, column: name };
    }
  }
  return null;
}

/** The key of each table; null: no column has another value in every row. A column that others refer to goes first. */
export function findKeys(tables: readonly SampledTable[]): (Key | null)[] {
  return tables.map((table, index) => {
    const candidates = keyCandidates(table);
    for (const candidate of candidates) {
      const holder = holderOf(tables, index, candidate.column);
      if (holder === null) continue;
      if (candidate.confidence >= HELD_KEY || candidate === candidates[0]) return candidate;
      const key = table.columns[candidate.column]?.name ?? '';
      return { ...candidate, confidence: HELD_KEY, reason: SCHEMA_REASONS.held({ key, ...holder }) };
    }
    return candidates[0] ?? null;
  });
}

/** The column that is most like a key, for a table without one: by its name, else by the number of its values. */
export function nearestKey(table: SampledTable): Key {
  let best = { column: 0, score: -1 };
  table.columns.forEach((each, column) => {
    if (each.type === 'BOOL' || each.type === 'DOUBLE') return;
    const values = valuesOf(table, column);
    const distinct = new Set(values).size / Math.max(1, table.rows.length);
    const named = nameScore(each, table.name);
    const text = each.type === 'STRING' ? 0.3 : 0;
    const score = values.length < table.rows.length ? 0 : distinct + named + text;
    if (score > best.score) best = { column, score };
  });
  const name = table.columns[best.column]?.name ?? '';
  return {
    column: best.column,
    confidence: 0.2,
    reason: SCHEMA_REASONS.noKey({ name }),
  };
}

export interface Reference extends Judged {
  readonly column: number;
  /** Index of the table whose key the values are. */
  readonly table: number;
}

const SELF =
  /^(?:parent|manager|boss|supervisor|reportsto|previous|prev|next|reply|predecessor|successor|father|mother|spouse)/;
export const FROM_WORDS = [
  'from',
  'source',
  'src',
  'origin',
  'start',
  'sender',
  'follower',
  'citing',
  'payer',
];
export const TO_WORDS = [
  'to',
  'target',
  'dst',
  'dest',
  'destination',
  'end',
  'receiver',
  'followed',
  'cited',
  'payee',
];

/** Whether a column's name speaks of a table's rows: `customer_id`, `home airport`, `state`. */
function speaksOf(column: string, table: SampledTable, key: string): boolean {
  const plain = joinedWords(column);
  const keyName = joinedWords(key);
  const generic = GENERIC_NAME.test(keyName);
  if (!generic && plain === keyName) return true;
  return tableWords(table.name).some((word) =>
    ['', ...KEY_ENDING, keyName, 'name'].some((ending) => {
      const wanted = word + ending;
      return wanted.length > 2 && (plain === wanted || plain.endsWith(wanted) || (generic && plain === word));
    }),
  );
}

/** Whether a column is surely the key of its own table. */
const isOwn = (key: Key | null, column: number): boolean =>
  key !== null && key.column === column && key.confidence >= CLEAR_KEY;

/** Whether a column mostly says again what the key of its row is. */
function repeatsKey(table: SampledTable, column: number, key: number): boolean {
  const rows = table.rows.filter((row) => (row[column] ?? '').trim() !== '');
  return rows.filter((row) => row[column]?.trim() === row[key]?.trim()).length * 2 > rows.length;
}

/**
 * Columns that hold keys of tables, of each column the most likely one.
 * @param known the values of each table's key
 */
export function findReferences(
  tables: readonly SampledTable[],
  keys: readonly (Key | null)[],
  known: readonly ReadonlySet<string>[],
  index: number,
): Reference[] {
  const table = tables[index] as SampledTable;
  return table.columns.flatMap(({ name, type }, column): Reference[] => {
    if ((type !== 'INT' && type !== 'STRING') || isOwn(keys[index] ?? null, column)) return [];
    const all = valuesOf(table, column);
    const values = new Set(all);
    if (values.size === 0) return [];
    const plain = joinedWords(name);
    const isEnd = [...FROM_WORDS, ...TO_WORDS].some((word) => wordsOf(name)[0] === word);
    const found = tables.flatMap((other, at): Reference[] => {
      const key = keys[at] ?? null;
      if (key === null || key.confidence < 0.5) return [];
      const target = other.columns[key.column];
      if (target === undefined || target.type !== type) return [];
      const there = known[at];
      const share = [...values].filter((value) => there?.has(value)).length / values.size;
      // A column that repeats is no key of its own table, whatever it is called.
      const isSame = values.size < all.length && plain === joinedWords(target.name);
      const named = at === index ? SELF.test(plain) : isEnd || isSame || speaksOf(name, other, target.name);
      const about = { percent: Math.floor(share * 100), key: target.name, table: other.name };
      if (at === index) {
        if (named && share >= 0.8)
          return [{ column, table: at, confidence: 0.9, reason: SCHEMA_REASONS.own(about) }];
        const isOther = type === 'STRING' && share >= NEARLY_ALL && values.size >= FEW;
        return isOther && !repeatsKey(table, column, key.column)
          ? [{ column, table: at, confidence: 0.75, reason: SCHEMA_REASONS.own(about) }]
          : [];
      }
      if (named && share >= 0.9)
        return [{ column, table: at, confidence: 0.95, reason: SCHEMA_REASONS.refersAndNamed(about) }];
      const inPart = !other.whole && (!isEnd || (type === 'STRING' && share >= 0.2));
      if (named && (inPart || (!isEnd && share >= 0.5)))
        return [
          {
            column,
            table: at,
            confidence: 0.7,
            reason: (other.whole ? SCHEMA_REASONS.named : SCHEMA_REASONS.namedInPart)(about),
          },
        ];
      if (type === 'STRING' && share >= 0.95 && values.size >= FEW)
        return [{ column, table: at, confidence: 0.75, reason: SCHEMA_REASONS.refers(about) }];
      return [];
    });
    const [best] = found.sort((a, b) => b.confidence - a.confidence);
    return best === undefined ? [] : [best];
  });
}
