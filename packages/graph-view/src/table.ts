/** The graph as two tables, which lists show and files hold. */
import { t } from '@acacia/texts';
import { attributeText } from './attribute-values.ts';
import type { GraphData } from './model.ts';

export interface GraphTable {
  /** Headings: three that every element has, then the attributes in the order in which they occur. */
  readonly columns: readonly string[];
  readonly rows: readonly GraphRow[];
}

interface GraphRow {
  readonly id: string;
  readonly cells: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

const HEADINGS = {
  nodes: [t`Type`, t`Vertex`, t`Edges`],
  edges: [t`Type`, t.of('edge')`From`, t.of('edge')`To`],
} as const;

/** @param most attributes that become columns, at most */
export function graphTable(data: GraphData, kind: 'nodes' | 'edges', most = Infinity): GraphTable {
  return { columns: [...HEADINGS[kind], ...attributesOf(data[kind], most)], rows: rowsOf(data, kind) };
}

/** All cells of a row, as text. */
export const cellsOf = ({ columns }: GraphTable, row: GraphRow): readonly string[] => [
  ...row.cells,
  ...columns.slice(row.cells.length).map((name) => attributeText(row.data[name])),
];

/** Names of the attributes of any of the elements. */
function attributesOf(
  items: readonly { readonly data?: Readonly<Record<string, unknown>> }[],
  most: number,
): readonly string[] {
  const names = new Set<string>();
  for (const { data } of items) {
    for (const name in data) {
      if (names.size === most) return [...names];
      names.add(name);
    }
  }
  return [...names];
}

function rowsOf(data: GraphData, kind: 'nodes' | 'edges'): readonly GraphRow[] {
  if (kind === 'nodes') {
    const degree = new Map<string, number>();
    for (const edge of data.edges) {
      const count = edge.members?.length ?? 1;
      degree.set(edge.from, (degree.get(edge.from) ?? 0) + count);
      if (edge.to !== edge.from) degree.set(edge.to, (degree.get(edge.to) ?? 0) + count);
    }
    return data.nodes.map((node) => ({
      id: node.id,
      cells: [node.type, named(node.label, node.members), String(degree.get(node.id) ?? 0)],
      data: node.data ?? {},
    }));
  }
  const labels = new Map(data.nodes.map((node) => [node.id, named(node.label, node.members)]));
  return data.edges.map((edge) => ({
    id: edge.id,
    cells: [
      edge.members === undefined ? edge.type : (edge.label ?? edge.type),
      labels.get(edge.from) ?? edge.from,
      labels.get(edge.to) ?? edge.to,
    ],
    data: edge.data ?? {},
  }));
}

const named = (label: string, members: readonly string[] | undefined): string =>
  members === undefined ? label : t`${label} (${members.length} vertices)`;
