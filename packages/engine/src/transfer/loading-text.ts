/** GSQL of jobs that load the rows of an export, for TigerGraph. */
import type { Attribute } from '@acacia/language';
import type { Catalog } from '../catalog/catalog.ts';
import type { Exported } from './exported.ts';
import { attributesIn, fileOf, rowTables, type RowTable } from './tables.ts';

/** Each file is loaded once: those of global types by the first graph that sees them. */
export function loadingText(catalog: Catalog, exported: Exported): string {
  const loaded = new Set<string>();
  const tables = rowTables(catalog, exported).filter((table) => table.kind !== 'vector');
  const parts = exported.graphs.flatMap(({ name, vertexTypes, edgeTypes }) => {
    const lines = tables.flatMap((table) => {
      const file = fileOf(table);
      const type = table.kind === 'edge' ? table.target.entry.type.name : table.entry.type.name;
      const isSeen = (table.kind === 'edge' ? edgeTypes : vertexTypes).includes(type);
      if (!isSeen || loaded.has(file) || (table.graph !== null && table.graph !== name)) return [];
      loaded.add(file);
      return loadLines(table, file, type, exported.separator);
    });
    if (lines.length === 0) return [];
    const job = `${name}_load_job`;
    return [
      `USE GRAPH ${name}`,
      `CREATE LOADING JOB ${job} FOR GRAPH ${name} {\n${lines.join('\n')}\n}`,
      `RUN LOADING JOB ${job}`,
      `DROP JOB ${job}`,
    ];
  });
  return `${parts.join('\n')}\n`;
}

const isPlain = ({ type }: Attribute): boolean => type.kind === 'scalar';

function loadLines(table: RowTable, file: string, type: string, separator: string): string[] {
  if (hasCompositeKey(table)) return [`  # ${file}: composite keys cannot be loaded from one column.`];
  const attributes = attributesIn(table);
  const keys = table.kind === 'edge' ? [`$0 ${table.pair.from}`, `$1 ${table.pair.to}`] : ['$0'];
  const values = attributes.map((attribute, index) => (isPlain(attribute) ? `$${keys.length + index}` : '_'));
  const left = attributes.filter((attribute) => !isPlain(attribute)).map(({ name }) => name);
  const target = table.kind === 'edge' ? `EDGE ${type}` : `VERTEX ${type}`;
  const options = `SEPARATOR = ${JSON.stringify(separator)}, HEADER = "true", EOL = "\\n", QUOTE = "double"`;
  return [
    ...(left.length === 0
      ? []
      : [`  # Lists, sets, maps and tuples are JSON in the file, and not loaded: ${left.join(', ')}.`]),
    `  LOAD "ANY:$sys.data_root/${file}" TO ${target} VALUES (${[...keys, ...values].join(', ')}) USING ${options};`,
  ];
}

const hasCompositeKey = (table: RowTable): boolean =>
  table.kind === 'edge'
    ? [table.target.from, table.target.to].some(({ type }) => type.primaryId.parts !== undefined)
    : table.entry.type.primaryId.parts !== undefined;
