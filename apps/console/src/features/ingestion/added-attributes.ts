/** Attributes that a type gets for columns of a file that it has no attribute for. Pure. */
import { said, t } from '@acacia/texts';
import { attributeName, Names, type COLUMN_TYPES } from '@acacia/contract';
import {
  nameFault,
  type Attribute,
  type EdgeType,
  type GraphSchema,
  type VertexType,
} from '@acacia/language';
import type { DraftChange, TypeChange } from '../design-schema/draft-change.ts';
import { columnsOf, quickMapped, type Mapping, type Slot } from './mapping.ts';
import type { FilePreview } from './source-file.ts';
import type { Source } from './source.ts';

export interface AddedAttribute {
  /** Place of the column that fills it. */
  readonly column: number;
  readonly name: string;
  readonly type: (typeof COLUMN_TYPES)[number];
}

/** Leaves room for the number that makes a name unique. */
const LONGEST_PROPOSED = 90;

/** Names of the attributes, the id and the vectors of a target's type. */
function namesIn(schema: GraphSchema, { kind, type }: Mapping['target']): readonly string[] {
  if (kind === 'edge') {
    const edge = schema.edgeTypes.find(({ name }) => name === type);
    return edge?.attributes.map(({ name }) => name) ?? [];
  }
  const vertex = schema.vertexTypes.find(({ name }) => name === type);
  if (vertex === undefined) return [];
  const { primaryId, attributes, vectors = [] } = vertex;
  return [primaryId.name, ...attributes.map(({ name }) => name), ...vectors.map(({ name }) => name)];
}

/**
 * The columns that no mapping of the file uses once this one is filled by names.
 * @param mappings those of the file
 */
export function freeColumns(
  mapping: Mapping,
  mappings: readonly Mapping[],
  columns: readonly string[],
): readonly number[] {
  const slotsOf = (each: Mapping): readonly Slot[] =>
    each.key === mapping.key ? quickMapped(each.slots, columns, 'names') : each.slots;
  const used = new Set(mappings.flatMap(slotsOf).flatMap(({ source }) => columnsOf(source)));
  return columns.flatMap((_, index) => (used.has(index) ? [] : [index]));
}

/** Attributes for columns, of the types that were inferred for them. Their names are valid, and no other attribute's. */
export function proposedAttributes(
  schema: GraphSchema,
  target: Mapping['target'],
  { columns, sample }: FilePreview,
  places: readonly number[],
): readonly AddedAttribute[] {
  const names = new Names((name) => nameFault('attribute', name) !== undefined);
  for (const taken of namesIn(schema, target)) names.take(taken);
  return places.map((column) => ({
    column,
    name: names.take(attributeName(columns[column] ?? '').slice(0, LONGEST_PROPOSED)),
    type: sample.columns[column]?.type ?? 'STRING',
  }));
}

/** Why an attribute cannot be added with the others, or undefined. */
export function addedFault(
  schema: GraphSchema,
  target: Mapping['target'],
  added: readonly AddedAttribute[],
  { name }: AddedAttribute,
): string | undefined {
  const fault = said(nameFault('attribute', name)?.message);
  if (fault !== undefined) return fault;
  const isTwice =
    namesIn(schema, target).includes(name) || added.filter((each) => each.name === name).length > 1;
  return isTwice ? t`There are two attributes named '${name}'.` : undefined;
}

const NOTHING: DraftChange = {
  addVertices: [],
  addEdges: [],
  dropVertices: [],
  dropEdges: [],
  alterVertices: [],
  alterEdges: [],
  addGlobal: [],
  dropGlobal: [],
};

const attributeOf = ({ name, type }: AddedAttribute): Attribute => ({
  name,
  type: { kind: 'scalar', name: type },
});

/** The schema once they are added. */
export function withAttributes(
  schema: GraphSchema,
  { kind, type }: Mapping['target'],
  added: readonly AddedAttribute[],
): GraphSchema {
  const grown = <T extends VertexType | EdgeType>(types: readonly T[]): T[] =>
    types.map((each) =>
      each.name === type ? { ...each, attributes: [...each.attributes, ...added.map(attributeOf)] } : each,
    );
  return kind === 'edge'
    ? { ...schema, edgeTypes: grown(schema.edgeTypes) }
    : { ...schema, vertexTypes: grown(schema.vertexTypes) };
}

/** The schema change that adds them. */
export function additionOf(
  { kind, type }: Mapping['target'],
  attributes: readonly AddedAttribute[],
): DraftChange {
  const change: TypeChange = {
    name: type,
    added: attributes.map(attributeOf),
    dropped: [],
    addedIndexes: [],
    droppedIndexes: [],
    addedVectors: [],
    droppedVectors: [],
    addedPairs: [],
    droppedPairs: [],
  };
  return { ...NOTHING, [kind === 'edge' ? 'alterEdges' : 'alterVertices']: [change] };
}

/** The columns that fill the added attributes, by their names. */
export const addedSources = (attributes: readonly AddedAttribute[]): Readonly<Record<string, Source>> =>
  Object.fromEntries(attributes.map(({ name, column }) => [name, { kind: 'column', index: column }]));
