/** The mapping of files' columns to vertices and edges, and the loading job for it in GSQL. */
import { t } from '@acacia/texts';
import { plainLetters } from '@acacia/contract';
import { typeText, type AttributeType, type EdgePair, type GraphSchema } from '@acacia/language';
import type { FilePreview } from './source-file.ts';
import { movedSource, NO_SOURCE, sourceFault, sourceText, type SlotForm, type Source } from './source.ts';
import { movedWhere, whereFault, whereText, type Where } from './where.ts';

/** A vertex, an edge or a vector of a vertex that each row of a file makes. `slots` are ids first, then attributes. */
export interface Mapping {
  readonly key: string;
  readonly file: string;
  readonly target:
    | { readonly kind: 'vertex'; readonly type: string }
    | { readonly kind: 'vector'; readonly type: string; readonly attribute: string }
    | { readonly kind: 'edge'; readonly type: string; readonly pair: EdgePair };
  readonly slots: readonly Slot[];
  /** Edges: refuse rows whose ends do not exist, instead of creating the ends. One choice for all of a file. */
  readonly endsMustExist: boolean;
  readonly where: Where;
}

export interface Slot {
  readonly name: string;
  /** `STRING`, `INT`, … as shown beside the name. */
  readonly type: string;
  readonly form: SlotForm;
  /** A row without it cannot be loaded. */
  readonly required: boolean;
  readonly source: Source;
}

function formOf(type: AttributeType): SlotForm {
  if (type.kind !== 'list' && type.kind !== 'set') return type.kind;
  return type.element.kind === 'udt' ? 'list of udt' : type.kind;
}

/** The slots that a target has, not mapped yet; none where the schema does not have it. */
export function slotsOf(schema: GraphSchema, target: Mapping['target']): Slot[] {
  const key = (name: string, type: string): Slot => ({
    name,
    type,
    form: 'scalar',
    required: true,
    source: NO_SOURCE,
  });
  const attributeSlots = (
    attributes: readonly { readonly name: string; readonly type: AttributeType }[],
    parts: readonly string[] = [],
  ): Slot[] =>
    attributes.map(({ name, type }) => ({
      name,
      type: typeText(type),
      form: formOf(type),
      required: parts.includes(name),
      source: NO_SOURCE,
    }));
  if (target.kind !== 'edge') {
    const type = schema.vertexTypes.find(({ name }) => name === target.type);
    if (type === undefined) return [];
    const { name, type: idType, parts } = type.primaryId;
    if (target.kind === 'vector') {
      const vector = type.vectors?.find((each) => each.name === target.attribute);
      if (vector === undefined) return [];
      const slot = { ...key(vector.name, `VECTOR(${vector.dimension})`), form: 'vector' as const };
      return [key(name, idType), slot];
    }
    // The parts of a composite key are attributes themselves.
    const own = attributeSlots(type.attributes, parts);
    return parts === undefined ? [key(name, idType), ...own] : own;
  }
  const type = schema.edgeTypes.find(({ name }) => name === target.type);
  if (type === undefined) return [];
  const end = (role: string, vertexType: string): Slot =>
    key(
      `${role} ${vertexType}`,
      schema.vertexTypes.find(({ name }) => name === vertexType)?.primaryId.type ?? 'STRING',
    );
  return [end('From', target.pair.from), end('To', target.pair.to), ...attributeSlots(type.attributes)];
}

/** Whether each mapping has the slots of its type as it is now: the values of a job are told apart by their order alone. */
export const isMappedTo = (schema: GraphSchema, mappings: readonly Omit<Mapping, 'key'>[]): boolean =>
  mappings.every(({ target, slots }) => slotsText(slotsOf(schema, target)) === slotsText(slots));

const slotsText = (slots: readonly Slot[]): string =>
  JSON.stringify(slots.map(({ name, type }) => [name, type]));

/** A slot's name for people: those of the ends of an edge begin with a word. */
export function slotName({ name }: Pick<Slot, 'name'>): string {
  const [, role, type = ''] = END.exec(name) ?? [];
  if (role === undefined) return name;
  return role === 'From' ? t`From ${type}` : t`To ${type}`;
}

/** A target's name for people. */
export const targetName = (target: Mapping['target']): string =>
  target.kind === 'vector'
    ? t`Vector ${target.attribute} of ${target.type}`
    : target.kind === 'vertex'
      ? t`Vertex ${target.type}`
      : t`Edge ${target.type}`;

const plain = (name: string): string =>
  plainLetters(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const NEVER_MAPPED: ReadonlySet<SlotForm> = new Set(['map', 'udt', 'list of udt']);

/** Name of the slot of an end: no attribute has a blank in its name. */
const END = /^(From|To) (.*)$/;

/** Other words that files use for the two ends of an edge. */
const END_WORDS = {
  From: ['from', 'source', 'src', 'origin', 'start'],
  To: ['to', 'target', 'dst', 'destination', 'dest', 'end'],
} as const;

/** A column as the source of a slot: its parts where the slot takes several values. */
export const columnFor = ({ form }: Slot, index: number): Source =>
  form === 'list' || form === 'set' ? { kind: 'split', index, separator: '|' } : { kind: 'column', index };

const BEYOND_ASCII = /[^\0-\x7F]/;

/**
 * A number that names have in common where they are the same but for case, punctuation and marks of letters. Of ASCII it
 * is made without a text.
 */
function markOf(name: string): number {
  const letters = BEYOND_ASCII.test(name) ? plainLetters(name) : name;
  let mark = 0;
  for (let at = 0; at < letters.length; at += 1) {
    const code = letters.charCodeAt(at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if ((lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57)) mark = (mark * 31 + lower) | 0;
  }
  return mark;
}

/**
 * The first places of wanted plain names among the columns of a file. It may have 20,000, each of whose plain texts
 * would be 40 ms of the mapping.
 */
function placesOf(wanted: readonly string[], columns: readonly string[]): ReadonlyMap<string, number> {
  const marks = new Set(wanted.map(markOf));
  const places = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    if (!marks.has(markOf(column))) continue;
    const name = plain(column);
    if (!places.has(name)) places.set(name, index);
  }
  return places;
}

/** Maps slots to columns of the same name, case and punctuation aside; ends of edges also by the usual words. */
export function mapByName(slots: readonly Slot[], columns: readonly string[]): Slot[] {
  const words = slots.map(({ name }): readonly string[] => {
    const role = END.exec(name);
    return role === null ? [plain(name)] : END_WORDS[role[1] as 'From' | 'To'];
  });
  const places = placesOf(words.flat(), columns);
  return slots.map((slot, at) => {
    const index = Math.min(...(words[at] ?? []).map((name) => places.get(name) ?? Infinity));
    const isMapped = index !== Infinity && !NEVER_MAPPED.has(slot.form);
    return { ...slot, source: isMapped ? columnFor(slot, index) : NO_SOURCE };
  });
}

/**
 * Place of a column after the columns of its file changed: the same where there are as many as before, else by its name;
 * null where it is gone.
 */
function placeAfter(before: readonly string[], after: readonly string[]): (index: number) => number | null {
  if (before.length === after.length) return (index) => index;
  return (index) => {
    const place = after.indexOf(before[index] ?? '');
    return place < 0 ? null : place;
  };
}

/** Maps slots again after the columns of their file changed. Fixed values and columns stay; the rest is mapped by name. */
export function mapAgain(
  slots: readonly Slot[],
  before: readonly string[],
  after: readonly string[],
): readonly Slot[] {
  if (before.length === after.length && before.every((name, index) => name === after[index])) return slots;
  const byName = mapByName(slots, after);
  const place = placeAfter(before, after);
  return slots.map((slot, at) => {
    const { source } = slot;
    const moved = source.kind === 'none' ? null : movedSource(source, place);
    return moved === null ? (byName[at] ?? slot) : { ...slot, source: moved };
  });
}

/** The condition after the columns of its file changed: a test whose column is gone waits for another. */
export const whereAgain = (where: Where, before: readonly string[], after: readonly string[]): Where =>
  before.length === after.length ? where : movedWhere(where, placeAfter(before, after));

export interface MappingProblem {
  readonly mapping: string;
  readonly slot: string;
  readonly message: string;
}

/** The key by which Quick Map matches: names of columns, or the order of the columns that no slot has yet. */
export type QuickMap = 'names' | 'order';

/** Fills the slots that have no source; the others stay. */
export function quickMapped(slots: readonly Slot[], columns: readonly string[], by: QuickMap): Slot[] {
  const named = mapByName(slots, columns);
  const used = new Set(slots.flatMap(({ source }) => columnsOf(source)));
  const free = columns.flatMap((_, index) => (used.has(index) ? [] : [index]));
  return slots.map((slot, at) => {
    if (slot.source.kind !== 'none' || NEVER_MAPPED.has(slot.form)) return slot;
    if (by === 'names') return named[at] ?? slot;
    const next = free.shift();
    return next === undefined ? slot : { ...slot, source: columnFor(slot, next) };
  });
}

/** The columns that a value is made of. */
export function columnsOf(source: Source): number[] {
  if (source.kind === 'column' || source.kind === 'split') return [source.index];
  return source.kind === 'function' ? source.args.flatMap(columnsOf) : [];
}

/** Required slots that have no source, sources that do not fit their slots, and conditions that lack something. */
export function mappingProblems(mappings: readonly Mapping[], isJson = false): MappingProblem[] {
  return mappings.flatMap(({ key, slots, target, where }) => {
    const faults = slots.flatMap(({ name, form, required, source }) => {
      const message =
        required && source.kind === 'none'
          ? t`Choose the column that holds ${slotName({ name })} of ${target.type}.`
          : sourceFault(form, source, isJson);
      return message === undefined ? [] : [{ mapping: key, slot: name, message }];
    });
    const condition = whereFault(where);
    return condition === undefined ? faults : [...faults, { mapping: key, slot: WHERE, message: condition }];
  });
}

/** Stands for the condition where a problem names a slot. */
export const WHERE = ' where';

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

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'UINT', 'FLOAT', 'DOUBLE']);

/** The value of a slot; a column is converted where its values are written otherwise than the slot's type is read. */
function slotText({ source, type }: Slot, file: FilePreview): string {
  const text = sourceText(source, file);
  if (source.kind !== 'column') return text;
  const form = file.sample.columns[source.index]?.form ?? null;
  if (form === 'thousands') return NUMBERS.has(type) ? `gsql_replace(${text}, ",", "")` : text;
  if (form === 'decimal comma') {
    return NUMBERS.has(type) ? `gsql_replace(gsql_replace(${text}, ".", ""), ",", ".")` : text;
  }
  return form !== null && type === 'DATETIME' ? `to_datetime(${text}, "${form}")` : text;
}

function targetText({ target, slots, where }: Mapping, file: FilePreview): string {
  const values = slots.map((slot) => slotText(slot, file));
  const condition = whereText(where, file);
  if (target.kind === 'vertex') return `TO VERTEX ${target.type} VALUES (${values.join(', ')})${condition}`;
  if (target.kind === 'vector') {
    return `TO VECTOR ATTRIBUTE ${target.attribute} ON VERTEX ${target.type} VALUES (${values.join(', ')})${condition}`;
  }
  const [from = '_', to = '_', ...attributes] = values;
  const ends = [`${from} ${target.pair.from}`, `${to} ${target.pair.to}`];
  return `TO EDGE ${target.type} VALUES (${[...ends, ...attributes].join(', ')})${condition}`;
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
  const loads = (['vertex', 'vector', 'edge'] as const).flatMap((kind) =>
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
