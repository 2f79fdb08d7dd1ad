/** What the Data Profile tab draws of the statistics. */
import type { DataProfile } from '@acacia/contract';
import { colorsOfTypes } from '@acacia/ui';

type VertexProfile = DataProfile['vertices'][number];
type EdgeProfile = DataProfile['edges'][number];
export type AttributeProfile = VertexProfile['attributes'][number];

export interface ProfileBar {
  readonly label: string;
  readonly count: number;
  readonly color?: string;
}

const total = (types: readonly { readonly count: number }[]): number =>
  types.reduce((sum, { count }) => sum + count, 0);

export const totalsOf = ({ vertices, edges }: DataProfile) => ({
  vertices: total(vertices),
  edges: total(edges),
  vertexTypes: vertices.length,
  edgeTypes: edges.length,
});

const largestFirst = (types: readonly (VertexProfile | EdgeProfile)[]): ProfileBar[] =>
  types.map(({ type, count }) => ({ label: type, count })).sort((a, b) => b.count - a.count);

/** Vertices of each type in the colour that the type has everywhere. */
export function vertexBars({ vertices }: DataProfile): ProfileBar[] {
  const colors = colorsOfTypes(vertices.map(({ type }) => type));
  return largestFirst(vertices).map((bar) => ({ ...bar, color: colors.get(bar.label) ?? '' }));
}

export const edgeBars = ({ edges }: DataProfile): ProfileBar[] => largestFirst(edges);

/** A type that has attributes to look at. */
export interface Described {
  readonly key: string;
  readonly label: string;
  /** Rows that its attributes were judged from. */
  readonly rows: number;
  /** All of the type. */
  readonly count: number;
  readonly attributes: readonly AttributeProfile[];
}

export function describedTypes({ vertices, edges, sample_rows }: DataProfile): Described[] {
  const described = (kind: 'Vertex' | 'Edge', { type, count, attributes }: VertexProfile): Described => ({
    key: `${kind}/${type}`,
    label: `${kind} ${type}`,
    rows: Math.min(count, sample_rows),
    count,
    attributes,
  });
  return [
    ...vertices.map((each) => described('Vertex', each)),
    ...edges.map((each) => described('Edge', each)),
  ].filter(({ attributes }) => attributes.length > 0);
}

/** Per cent of the rows whose value is not the type's default. */
export const filledPercent = ({ filled }: AttributeProfile, rows: number): number =>
  rows === 0 ? 0 : (filled / rows) * 100;
