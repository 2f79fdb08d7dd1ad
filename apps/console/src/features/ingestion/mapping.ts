/** The mapping of files' columns to vertices and edges, and the loading job for it in GSQL. */
import type { EdgePair, GraphSchema } from '@acacia/language';
import type { FilePreview } from './source-file.ts';

/** Source of a value: a column by its position, a fixed text, or none (the default stays). */
export type Source =
  | { readonly kind: 'column'; readonly index: number }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'none' };

export const NO_SOURCE: Source = { kind: 'none' };

/** A vertex or edge that each row of a file makes. `slots` are ids first, then attributes. */
export interface Mapping {
  readonly key: string;
  readonly file: string;
  readonly target:
    | { readonly kind: 'vertex'; readonly type: string }
    | { readonly kind: 'edge'; readonly type: string; readonly pair: EdgePair };
  readonly slots: readonly Slot[];
  /** Edges: refuse rows whose ends do not exist, instead of creating the ends. One choice for all of a file. */
  readonly endsMustExist: boolean;
}

export interface Slot {
  readonly name: string;
  /** `STRING`, `INT`, … as shown beside the name. */
  readonly type: string;
  /** A row without it cannot be loaded. */
  readonly required: boolean;
  readonly source: Source;
}

const typeText = (type: GraphSchema['vertexTypes'][number]['attributes'][number]['type']): string =>
  type.kind === 'scalar' ? type.name : type.kind.toUpperCase();

/** The slots that a target has, not mapped yet. */
export function slotsOf(schema: GraphSchema, target: Mapping['target']): Slot[] {
  const attributeSlots = (
    attributes: readonly { name: string; type: Parameters<typeof typeText>[0] }[],
  ): Slot[] =>
    attributes.map(({ name, type }) => ({ name, type: typeText(type), required: false, source: NO_SOURCE }));
  if (target.kind === 'vertex') {
    const type = schema.vertexTypes.find(({ name }) => name === target.type);
    if (type === undefined) return [];
    const { name, type: idType } = type.primaryId;
    return [{ name, type: idType, required: true, source: NO_SOURCE }, ...attributeSlots(type.attributes)];
  }
  const type = schema.edgeTypes.find(({ name }) => name === target.type);
  if (type === undefined) return [];
  const end = (role: string, vertexType: string): Slot => ({
    name: `${role} ${vertexType}`,
    type: schema.vertexTypes.find(({ name }) => name === vertexType)?.primaryId.type ?? 'STRING',
    required: true,
    source: NO_SOURCE,
  });
  return [end('From', target.pair.from), end('To', target.pair.to), ...attributeSlots(type.attributes)];
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Other words that files use for the two ends of an edge. */
const END_WORDS = {
  From: ['from', 'source', 'src', 'origin', 'start'],
  To: ['to', 'target', 'dst', 'destination', 'dest', 'end'],
} as const;

/** Maps slots to columns of the same name, case and punctuation aside; ends of edges also by the usual words. */
export function mapByName(slots: readonly Slot[], columns: readonly string[]): Slot[] {
  const names = columns.map(plain);
  const find = (wanted: readonly string[]): Source => {
    const index = names.findIndex((name) => wanted.includes(name));
    return index < 0 ? NO_SOURCE : { kind: 'column', index };
  };
  return slots.map((slot) => {
    const role = /^(From|To) (.*)$/.exec(slot.name);
    const words = role === null ? [plain(slot.name)] : END_WORDS[role[1] as 'From' | 'To'];
    return { ...slot, source: find(words) };
  });
}

/**
 * Maps slots again after the columns of their file changed. Fixed values stay; a column stays by its position where
 * there are as many as before, else by its name. The rest is mapped by name.
 */
export function mapAgain(
  slots: readonly Slot[],
  before: readonly string[],
  after: readonly string[],
): readonly Slot[] {
  if (before.length === after.length && before.every((name, index) => name === after[index])) return slots;
  const byName = mapByName(slots, after);
  return slots.map((slot, at) => {
    const { source } = slot;
    if (source.kind === 'literal') return slot;
    if (source.kind === 'column') {
      const index = before.length === after.length ? source.index : after.indexOf(before[source.index] ?? '');
      if (index >= 0) return { ...slot, source: { kind: 'column', index } };
    }
    return byName[at] ?? slot;
  });
}

export interface MappingProblem {
  readonly mapping: string;
  readonly slot: string;
  readonly message: string;
}

/** Required slots that have no source. */
export function mappingProblems(mappings: readonly Mapping[]): MappingProblem[] {
  return mappings.flatMap((mapping) =>
    mapping.slots
      .filter(({ required, source }) => required && source.kind === 'none')
      .map(({ name }) => ({
        mapping: mapping.key,
        slot: name,
        message: `Choose the column that holds ${name} of ${mapping.target.type}.`,
      })),
  );
}

const quoted = (text: string): string => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;

/** A header name can be written as `$"name"`; positions are used where names repeat or hold quotes. */
function columnText(index: number, file: FilePreview): string {
  const path = file.paths?.[index];
  if (path !== undefined) return `$${path.map(quoted).join(':')}`;
  const name = file.columns[index] ?? '';
  const usable =
    file.options.header &&
    /^[\w .-]+$/.test(name) &&
    file.columns.filter((other) => other === name).length === 1;
  return usable ? `$"${name}"` : `$${index}`;
}

function sourceText(source: Source, file: FilePreview): string {
  switch (source.kind) {
    case 'column':
      return columnText(source.index, file);
    case 'literal':
      return quoted(source.text);
    case 'none':
      return '_';
  }
}

/** Separators and line ends as a loading job writes them. */
const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\t/g, '\\t')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/"/g, '\\"');

function usingText({ options, paths }: FilePreview, mustExist: boolean): string {
  const csv = [
    `SEPARATOR="${escaped(options.separator)}"`,
    `HEADER="${options.header}"`,
    `EOL="${escaped(options.eol)}"`,
    ...(options.quote === 'none' ? [] : [`QUOTE="${options.quote}"`]),
  ];
  return [
    ...(paths === null ? csv : ['JSON_FILE="true"']),
    ...(options.encoding === 'utf-8' ? [] : [`ENCODING="${options.encoding}"`]),
    ...(mustExist ? ['VERTEX_MUST_EXIST="true"'] : []),
  ].join(', ');
}

/** File variable of the n-th file. */
export const fileVariable = (index: number): string => `file_${index + 1}`;

function targetText({ target, slots }: Mapping, file: FilePreview): string {
  const values = slots.map(({ source }) => sourceText(source, file));
  if (target.kind === 'vertex') return `TO VERTEX ${target.type} VALUES (${values.join(', ')})`;
  const [from = '_', to = '_', ...attributes] = values;
  const ends = [`${from} ${target.pair.from}`, `${to} ${target.pair.to}`];
  return `TO EDGE ${target.type} VALUES (${[...ends, ...attributes].join(', ')})`;
}

/**
 * The loading job in GSQL. Vertices come before edges, so that edges of the same run find their ends. All statements
 * over a file have the same USING options, as GSQL requires: VERTEX_MUST_EXIST has no effect on vertices.
 */
export function loadingJobText(
  job: string,
  graph: string,
  files: readonly FilePreview[],
  mappings: readonly Mapping[],
): string {
  const lines = files.flatMap((file, index) =>
    mappings.some((mapping) => mapping.file === file.name)
      ? [`  DEFINE FILENAME ${fileVariable(index)};`]
      : [],
  );
  const mustExist = ({ name }: FilePreview): boolean =>
    mappings.some(
      ({ file, target, endsMustExist }) => file === name && target.kind === 'edge' && endsMustExist,
    );
  const loads = (['vertex', 'edge'] as const).flatMap((kind) =>
    files.flatMap((file, index) => {
      const own = mappings.filter((mapping) => mapping.file === file.name && mapping.target.kind === kind);
      return own.map(
        (mapping) =>
          `  LOAD ${fileVariable(index)} ${targetText(mapping, file)}\n    USING ${usingText(file, mustExist(file))};`,
      );
    }),
  );
  return [`CREATE LOADING JOB ${job} FOR GRAPH ${graph} {`, ...lines, ...loads, '}'].join('\n');
}
