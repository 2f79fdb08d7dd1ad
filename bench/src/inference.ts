/** How often types, keys and relationships are inferred right, of public tables with a truth written by hand. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { proposeSchema, sampleText, type SampledTable } from '@acacia/inference';
import { GROUPS, TABLES } from './inference-truth.ts';
import type { Report } from './report.ts';

/** The package exports its code alone; its data stands beside it. */
const DATA = path.resolve(import.meta.dirname, '../../node_modules/vega-datasets/data');
/** As the workspace looks at a file: the rows that it judges, of so many bytes. */
const ROWS = 5000;
const BYTES = 16 * 2 ** 20;
/** From this confidence on a proposed key counts as one. */
const SURE = 0.5;
const LETTERS = { INT: 'I', DOUBLE: 'D', BOOL: 'B', DATETIME: 'T', STRING: 'S' } as const;

const tableName = (file: string): string => file.replace(/\..*/, '');

function sampled(file: string): SampledTable {
  const all = readFileSync(path.join(DATA, file));
  const { columns, rows } = sampleText(
    { bytes: all.subarray(0, BYTES), whole: all.length <= BYTES },
    {},
    ROWS,
  );
  return { name: tableName(file), columns, rows, whole: rows.length < ROWS };
}

/** The key that a table is given when it is looked at alone; null for none, or for rows that are edges. */
function keyOf(table: SampledTable): string | null {
  const vertex = proposeSchema([table]).vertices.find((each) => each.table === 0);
  return vertex === undefined || vertex.confidence < SURE
    ? null
    : (table.columns[vertex.key.column]?.name ?? null);
}

/** `file.column → file` of the edges that are proposed between tables. */
function relationshipsOf(tables: readonly SampledTable[]): string[] {
  const { vertices, edges } = proposeSchema(tables);
  const tableOf = (vertex: string): number | null =>
    vertices.find(({ name }) => name === vertex)?.table ?? null;
  return edges
    .filter(({ chosen }) => chosen)
    .flatMap(({ table, from, to }) => {
      const isVertex = tableOf(from.vertex) === table;
      return (isVertex ? [to] : [from, to]).flatMap(({ vertex, column }) => {
        const other = tableOf(vertex);
        return other === null
          ? []
          : [`${tables[table]?.name}.${tables[table]?.columns[column]?.name} → ${tables[other]?.name}`];
      });
    });
}

const share = (right: number, all: number): string =>
  `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;

export function benchInference(): Promise<Report> {
  const wrong: string[] = [];
  const types = { right: 0, all: 0 };
  let keys = 0;
  for (const { file, key, types: truth } of TABLES) {
    const table = sampled(file);
    const letters = table.columns.map(({ type }) => LETTERS[type]).join('');
    const odd = [...truth].flatMap((letter, at) =>
      letters[at] === letter ? [] : [table.columns[at]?.name ?? '?'],
    );
    types.all += truth.length;
    types.right += truth.length - odd.length;
    if (odd.length > 0)
      wrong.push(
        `${file}: types of ${odd.slice(0, 4).join(', ')}${odd.length > 4 ? ` and ${odd.length - 4} more` : ''}`,
      );
    const found = keyOf(table);
    if (found === key) keys += 1;
    else wrong.push(`${file}: key ${found ?? 'none'}, not ${key ?? 'none'}`);
  }
  const relationships = { right: 0, all: 0, extra: 0 };
  for (const { files, relationships: truth } of GROUPS) {
    const found = relationshipsOf(files.map(sampled));
    const missing = truth.filter((each) => !found.includes(each));
    const extra = found.filter((each) => !truth.includes(each));
    relationships.all += truth.length;
    relationships.right += truth.length - missing.length;
    relationships.extra += extra.length;
    for (const each of missing) wrong.push(`missed: ${each}`);
    for (const each of extra) wrong.push(`not there: ${each}`);
  }
  const record = {
    tables: TABLES.length,
    groups: GROUPS.length,
    types,
    keys: { right: keys, all: TABLES.length },
    relationships,
    wrong,
  };
  const lines = [
    `types of columns: ${share(types.right, types.all)} in ${TABLES.length} tables`,
    `keys: ${share(keys, TABLES.length)}`,
    `relationships: ${share(relationships.right, relationships.all)} found in ${GROUPS.length} groups of tables, and ${relationships.extra} that are none`,
    ...wrong,
  ];
  return Promise.resolve({ lines, record });
}
