/** Data of the charts in the Data profile tab. */
import { comma, t } from '@acacia/texts';
import type { DataProfile, GraphStyle } from '@acacia/contract';
import { NEUTRAL, typeColors } from '../../workspace-tool/type-colors.ts';

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
export function vertexBars({ vertices }: DataProfile, style: GraphStyle | undefined): ProfileBar[] {
  const colors = typeColors(
    vertices.map(({ type }) => type),
    style,
  );
  return largestFirst(vertices).map((bar) => ({ ...bar, color: colors.vertex(bar.label) }));
}

/** Edges of each type; neutral unless the type has a colour, as no vertex type is meant. */
export function edgeBars({ edges }: DataProfile, style: GraphStyle | undefined): ProfileBar[] {
  const colors = typeColors([], style);
  return largestFirst(edges).map((bar) => ({ ...bar, color: colors.edge(bar.label) ?? NEUTRAL }));
}

/** A type that has attributes to look at. */
export interface Described {
  readonly key: string;
  readonly label: string;
  /** Rows that its attributes were judged from. */
  readonly rows: number;
  /** Number of all elements of the type. */
  readonly count: number;
  readonly attributes: readonly AttributeProfile[];
}

export function describedTypes({ vertices, edges, sample_rows }: DataProfile): Described[] {
  const described = (kind: 'Vertex' | 'Edge', { type, count, attributes }: VertexProfile): Described => ({
    key: `${kind}/${type}`,
    label: kind === 'Vertex' ? t`Vertex ${type}` : t`Edge ${type}`,
    rows: Math.min(count, sample_rows),
    count,
    attributes,
  });
  return [
    ...vertices.map((each) => described('Vertex', each)),
    ...edges.map((each) => described('Edge', each)),
  ].filter(({ attributes }) => attributes.length > 0);
}

/** The axis and the sentence of a chart of degrees: whose they are, and of which edges. */
export function degreesOf({ type, from, to, directed }: EdgeProfile) {
  const axis = directed ? t`Edges going out` : t`Edges`;
  const ends = [...new Set(directed ? from : [...from, ...to])].join(comma);
  const sentence = directed
    ? t`How many vertices (${ends}) have how many ${type} edges going out.`
    : t`How many vertices (${ends}) have how many ${type} edges.`;
  return { axis, sentence };
}

/** Per cent of the rows whose value is not empty. */
export const filledPercent = ({ filled }: AttributeProfile, rows: number): number =>
  rows === 0 ? 0 : (filled / rows) * 100;
