/** Proposes vertex and edge types for sampled tables, each with a reason and a confidence. */
import type { ColumnType } from './column-type.ts';
import {
  CLEAR_KEY,
  findKeys,
  findReferences,
  FROM_WORDS,
  nearestKey,
  TO_WORDS,
  valuesOf,
  type Judged,
  type Key,
  type Reference,
  type SampledTable,
} from './keys.ts';
import { attributeName, Names, typeName, wordsOf } from './names.ts';
import { SCHEMA_REASONS } from './reasons.ts';

export interface ProposedAttribute {
  readonly name: string;
  readonly type: ColumnType;
  readonly column: number;
  readonly reason: string;
}

export interface ProposedVertex extends Judged {
  readonly name: string;
  /** The table whose rows are its vertices; null: edges alone bring them. */
  readonly table: number | null;
  readonly key: { readonly name: string; readonly type: 'INT' | 'STRING'; readonly column: number };
  readonly attributes: readonly ProposedAttribute[];
}

export interface ProposedEdge extends Judged {
  readonly name: string;
  readonly table: number;
  /** `column`: the one of the table with the id of that end. */
  readonly from: { readonly vertex: string; readonly column: number };
  readonly to: { readonly vertex: string; readonly column: number };
  readonly attributes: readonly ProposedAttribute[];
  /** Names of the first attributes, which tell edges between the same two vertices apart. */
  readonly discriminator: readonly string[];
  /** The attribute of the vertex that the column of the edge is where the edge is left out; null: it is one anyway. */
  readonly instead: ProposedAttribute | null;
  /** Whether it is proposed, rather than only possible. */
  readonly chosen: boolean;
}

export interface Proposal {
  readonly vertices: readonly ProposedVertex[];
  readonly edges: readonly ProposedEdge[];
}

/** A table whose rows are edges between what two of its columns name. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

/** Columns of few values that can be vertices of their own, of each table. */
const MOST_SHARED = 4;
const LONGEST_SHARED = 40;
/** Answers, of which vertices would join nearly everything. */
const YES_OR_NO = /^(?:yes|no|y|n|ja|nein|j|oui|non|o|s[ií]|sim|não|是|否)$/i;

const idType = (type: ColumnType | undefined): 'INT' | 'STRING' => (type === 'INT' ? 'INT' : 'STRING');

/** The name of a column that refers to something, for that: `customer_id` as `Customer`. */
const referredName = (column: string): string => typeName(column).replace(/(?:Id|Key|Code)$/, '');

/** Two columns whose names are those of an edge's ends. */
function endsByName({ columns }: SampledTable): Ends | null {
  const at = (words: readonly string[]): number =>
    columns.findIndex(
      ({ name, type }) => type !== 'DOUBLE' && type !== 'DATETIME' && words.includes(wordsOf(name)[0] ?? ''),
    );
  const [from, to] = [at(FROM_WORDS), at(TO_WORDS)];
  return from >= 0 && to >= 0 && columns[from]?.type === columns[to]?.type ? { from, to } : null;
}

/** The ends of a list of edges that does not name them, or only numbers them: `id_1` and `id_2`, or no header at all. */
function endsByPlace(table: SampledTable): Ends | null {
  const [first, second] = table.columns;
  if (first === undefined || second === undefined || table.columns.length > 4 || first.type !== second.type)
    return null;
  if (first.type !== 'INT' && first.type !== 'STRING') return null;
  const stem = (name: string): string =>
    wordsOf(name)
      .join('')
      .replace(/[12ab]$/, '');
  if (stem(first.name) !== stem(second.name) || first.name === second.name) return null;
  const [from, to] = [0, 1].map((column) => new Set(valuesOf(table, column))) as [Set<string>, Set<string>];
  const shared = [...from].filter((value) => to.has(value)).length;
  return shared > 0 && shared * 10 >= Math.min(from.size, to.size) ? { from: 0, to: 1 } : null;
}

function endsOf(table: SampledTable, key: Key | null, references: readonly Reference[]): Ends | null {
  if (key !== null && key.confidence >= CLEAR_KEY) return null;
  const named = endsByName(table) ?? endsByPlace(table);
  if (named !== null) return named;
  const [first, second] = [...references].sort((a, b) => a.column - b.column);
  return first === undefined || second === undefined ? null : { from: first.column, to: second.column };
}

/** Attributes of the columns that are used for nothing else. */
function attributesOf(
  table: SampledTable,
  used: ReadonlySet<number>,
  isReserved: (name: string) => boolean,
  key?: string,
): ProposedAttribute[] {
  const names = new Names(isReserved);
  if (key !== undefined) names.take(key);
  return table.columns.flatMap(({ name, type, reason }, column) =>
    used.has(column) ? [] : [{ name: names.take(attributeName(name)), type, column, reason }],
  );
}

const KEY_TYPES: readonly ColumnType[] = ['INT', 'STRING', 'DATETIME'];
/** Columns that are tried together for telling edges apart. */
const MOST_TRIED = 8;

/**
 * The columns, one or two, that tell rows with the same ends apart.
 * @param likely columns that are tried first
 * @returns empty: the ends do, or no columns do
 */
function discriminating(
  table: SampledTable,
  { from, to }: Ends,
  likely: readonly number[],
): { readonly columns: readonly number[]; readonly repeated: number } {
  const count = (columns: readonly number[]): number =>
    new Set(table.rows.map((row) => JSON.stringify(columns.map((column) => row[column]?.trim() ?? null))))
      .size;
  const repeated = table.rows.length - count([from, to]);
  if (repeated === 0) return { columns: [], repeated };
  const isFull = (column: number): boolean => valuesOf(table, column).length === table.rows.length;
  const usable = table.columns.flatMap(({ type }, column) =>
    column !== from && column !== to && KEY_TYPES.includes(type) && isFull(column) ? [column] : [],
  );
  const weight = (column: number): number =>
    likely.includes(column) ? 0 : table.columns[column]?.type === 'DATETIME' ? 1 : 2;
  const tried = usable.sort((a, b) => weight(a) - weight(b) || a - b).slice(0, MOST_TRIED);
  const pairs = tried.flatMap((first, at) => tried.slice(at + 1).map((second) => [first, second]));
  // Rows that are alike throughout are one edge anyway.
  const most = count(table.columns.map((_, column) => column));
  const columns = [...tried.map((column) => [column]), ...pairs].find(
    (each) => count([from, to, ...each]) === most,
  );
  return { columns: columns ?? [], repeated };
}

/** Columns of few values that repeat: of their values vertices could be made. */
function sharedColumns(table: SampledTable, used: ReadonlySet<number>): number[] {
  const found = table.columns.flatMap(({ type }, column) => {
    if (type !== 'STRING' || used.has(column)) return [];
    const values = valuesOf(table, column);
    const distinct = new Set(values).size;
    const isYesOrNo = distinct === 2 && values.every((value) => YES_OR_NO.test(value));
    if (isYesOrNo) return [];
    const short = values.every((value) => value.length <= LONGEST_SHARED);
    return short && distinct >= 2 && distinct * 2 <= values.length && values.length * 2 >= table.rows.length
      ? [column]
      : [];
  });
  return found.slice(0, MOST_SHARED);
}

/** @param isReserved names that no type and no attribute may have */
export function proposeSchema(
  tables: readonly SampledTable[],
  isReserved: (name: string) => boolean = () => false,
): Proposal {
  const names = new Names(isReserved);
  const keys = findKeys(tables);
  const known = tables.map((table, index) => {
    const key = keys[index] ?? null;
    return new Set(key === null ? [] : valuesOf(table, key.column));
  });
  const references = tables.map((_, index) => findReferences(tables, keys, known, index));
  const ends = tables.map((table, index) => endsOf(table, keys[index] ?? null, references[index] ?? []));
  const vertices: ProposedVertex[] = [];
  const edges: ProposedEdge[] = [];
  const nameOf = tables.map(({ name }, index) =>
    (ends[index] ?? null) === null ? names.take(typeName(name)) : null,
  );

  tables.forEach((table, index) => {
    const name = nameOf[index] ?? null;
    if (name === null) return;
    const own = references[index] ?? [];
    const key = keys[index] ?? nearestKey(table);
    const column = table.columns[key.column];
    const keyName = new Names(isReserved).take(attributeName(column?.name ?? 'id'));
    const used = new Set([key.column, ...own.map((each) => each.column)]);
    const columns = attributesOf(table, new Set([key.column]), isReserved, keyName);
    vertices.push({
      name,
      table: index,
      key: { name: keyName, type: idType(column?.type), column: key.column },
      attributes: columns.filter((attribute) => !used.has(attribute.column)),
      confidence: key.confidence,
      reason: key.reason,
    });
    for (const { column: at, table: other, confidence, reason } of own) {
      const target = nameOf[other];
      if (target === null || target === undefined) continue;
      edges.push({
        name: names.take(`${name}_${referredName(table.columns[at]?.name ?? '') || target}`),
        table: index,
        from: { vertex: name, column: key.column },
        to: { vertex: target, column: at },
        attributes: [],
        discriminator: [],
        instead: columns.find((attribute) => attribute.column === at) ?? null,
        confidence,
        reason,
        chosen: true,
      });
    }
    for (const at of sharedColumns(table, used)) {
      const shared = table.columns[at]?.name ?? '';
      const vertex = names.take(referredName(shared) || typeName(shared));
      const keyed = new Names(isReserved).take('name');
      const count = new Set(valuesOf(table, at)).size;
      const judged = {
        confidence: 0.4,
        reason: SCHEMA_REASONS.repeats({ column: shared, count, table: table.name }),
      };
      vertices.push({
        name: vertex,
        table: null,
        key: { name: keyed, type: 'STRING', column: at },
        attributes: [],
        ...judged,
      });
      edges.push({
        name: names.take(`${name}_${vertex}`),
        table: index,
        from: { vertex: name, column: key.column },
        to: { vertex, column: at },
        attributes: [],
        discriminator: [],
        instead: null,
        ...judged,
        chosen: tables.length === 1 && own.length === 0,
      });
    }
  });

  tables.forEach((table, index) => {
    const pair = ends[index] ?? null;
    if (pair === null) return;
    const own = references[index] ?? [];
    const found = [pair.from, pair.to].map((column) => own.find((each) => each.column === column));
    let unnamed: string | null = null;
    const vertexOf = (column: number, reference: Reference | undefined): string => {
      const known = reference === undefined ? undefined : nameOf[reference.table];
      if (known !== undefined && known !== null) return known;
      if (unnamed === null) {
        unnamed = names.take('Node');
        const type = idType(table.columns[column]?.type);
        vertices.push({
          name: unnamed,
          table: null,
          key: { name: 'id', type, column },
          attributes: [],
          confidence: 0.8,
          reason: SCHEMA_REASONS.strangeEnds({ table: table.name }),
        });
      }
      return unnamed;
    };
    const text = (column: number): string => table.columns[column]?.name ?? '';
    const { columns: apart, repeated } = discriminating(
      table,
      pair,
      own.map(({ column }) => column),
    );
    const attributes = attributesOf(table, new Set([pair.from, pair.to]), isReserved);
    const isApart = ({ column }: ProposedAttribute): boolean => apart.includes(column);
    const about = { from: text(pair.from), to: text(pair.to) };
    const { joins, joinsApart, joinsOnce } = SCHEMA_REASONS;
    edges.push({
      name: names.take(typeName(table.name)),
      table: index,
      from: { vertex: vertexOf(pair.from, found[0]), column: pair.from },
      to: { vertex: vertexOf(pair.to, found[1]), column: pair.to },
      attributes: [...attributes.filter(isApart), ...attributes.filter((each) => !isApart(each))],
      discriminator: attributes.filter(isApart).map(({ name }) => name),
      instead: null,
      confidence: Math.min(...found.map((each) => each?.confidence ?? 0.8)),
      reason:
        apart.length > 0
          ? joinsApart({ ...about, others: apart.map(text).join(' + ') })
          : repeated > 0
            ? joinsOnce({ ...about, count: table.rows.length - repeated, rows: table.rows.length })
            : joins(about),
      chosen: true,
    });
  });
  return { vertices, edges };
}
