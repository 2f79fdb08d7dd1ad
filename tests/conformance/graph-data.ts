/** The data of a graph that cases begin with, and its two ways in: writes of the engine, and an upsert over HTTP. */
import type { WireUpsert, WireUpsertAttribute } from '@acacia/contract';
import type { Write } from '@acacia/engine';

/** `vertices[type][id]` are attributes, an edge is `[type, fromType, from, toType, to, attributes]`. */
export interface GraphData {
  readonly vertices: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly edges: readonly [string, string, string, string, string, Values?][];
}

type Values = Readonly<Record<string, string | number | readonly number[]>>;

const attributes = (values: Values = {}): Record<string, { value: Values[string] }> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

export function writesOf({ vertices, edges }: GraphData): { vertices: Write[]; edges: Write[] } {
  return {
    vertices: Object.entries(vertices).flatMap(([type, rows]) =>
      Object.entries(rows).map(([id, values]) => ({
        kind: 'upsertVertex',
        type,
        id,
        attributes: attributes(values),
      })),
    ),
    edges: edges.map(([type, fromType, from, toType, to, values]) => ({
      kind: 'upsertEdge',
      type,
      from: { type: fromType, id: from },
      to: { type: toType, id: to },
      attributes: attributes(values),
    })),
  };
}

type Tree<Depth extends readonly unknown[], Leaf> = Depth extends readonly [unknown, ...infer Rest]
  ? Record<string, Tree<Rest, Leaf>>
  : Leaf;
type WireEdges = Tree<[1, 1, 1, 1, 1], Record<string, WireUpsertAttribute>>;

/** Bodies of upserts to be sent one after the other: an object holds one edge of a type between the same ends. */
export function upsertsOf({ vertices, edges }: GraphData): WireUpsert[] {
  const parts: WireEdges[] = [];
  for (const [type, fromType, from, toType, to, values] of edges) {
    const targetsOf = (part: WireEdges) =>
      ((((part[fromType] ??= {})[from] ??= {})[type] ??= {})[toType] ??= {});
    let part = parts.find((each) => !(to in targetsOf(each)));
    if (part === undefined) parts.push((part = {}));
    targetsOf(part)[to] = attributes(values);
  }
  const rows = Object.entries(vertices).map(
    ([type, byId]) =>
      [
        type,
        Object.fromEntries(Object.entries(byId).map(([id, values]) => [id, attributes(values)])),
      ] as const,
  );
  return [{ vertices: Object.fromEntries(rows) }, ...parts.map((part) => ({ edges: part }))];
}
