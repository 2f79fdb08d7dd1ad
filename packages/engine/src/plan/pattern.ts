/**
 * A FROM clause as a graph: vertices with their sources, and edges between them. Patterns of GSQL V1, V2 and V3 have
 * this one form.
 */
import type { Ast } from '@acacia/language';

export interface PatternNode {
  readonly index: number;
  /** The alias; absent for a vertex without one. */
  readonly name?: string;
  /** One list per place where the vertex is written; a vertex must be in all that are not empty. */
  readonly sources: readonly (readonly Ast.Name[])[];
  readonly properties: Ast.VertexPattern['properties'];
}

export interface PatternEdge {
  readonly index: number;
  readonly name?: string;
  readonly from: number;
  readonly to: number;
  readonly steps: readonly Ast.EdgeStep[];
  readonly repeat?: { readonly min: number; readonly max: number | null };
  readonly properties: Ast.EdgePattern['properties'];
  readonly span: Ast.EdgePattern['span'];
}

export interface Pattern {
  readonly nodes: readonly PatternNode[];
  readonly edges: readonly PatternEdge[];
  /** Conditions written inside the pattern. */
  readonly conditions: readonly Ast.Expr[];
}

interface OpenNode {
  index: number;
  name?: string;
  sources: (readonly Ast.Name[])[];
  properties: PatternNode['properties'][number][];
}

export function patternOf(paths: readonly Ast.PathPattern[]): Pattern {
  const aliases = new Set<string>();
  for (const path of paths) {
    for (const vertex of [path.start, ...path.hops.map((hop) => hop.vertex)]) {
      if (vertex.alias !== undefined) aliases.add(vertex.alias.text);
    }
  }
  const nodes: OpenNode[] = [];
  const edges: PatternEdge[] = [];
  const conditions: Ast.Expr[] = [];
  const nodeOf = (vertex: Ast.VertexPattern): number => {
    const [first] = vertex.sources;
    // V2 may repeat an alias without a source: `A:a -(E)- B:b, b -(F)- C:c`.
    const repeated =
      vertex.alias === undefined && vertex.sources.length === 1 && first && aliases.has(first.text);
    const name = repeated ? first.text : vertex.alias?.text;
    let node = name === undefined ? undefined : nodes.find((known) => known.name === name);
    if (node === undefined) {
      node = { index: nodes.length, sources: [], properties: [], ...(name === undefined ? {} : { name }) };
      nodes.push(node);
    }
    if (!repeated && vertex.sources.length > 0) node.sources.push(vertex.sources);
    node.properties.push(...vertex.properties);
    if (vertex.where !== undefined) conditions.push(vertex.where);
    return node.index;
  };
  for (const path of paths) {
    let from = nodeOf(path.start);
    for (const { edge, vertex } of path.hops) {
      const to = nodeOf(vertex);
      const { steps, repeat, properties, span } = edge;
      // A name that several edges share refers to the first of them.
      const name = edges.some((each) => each.name === edge.alias?.text) ? undefined : edge.alias?.text;
      edges.push({
        index: edges.length,
        from,
        to,
        steps,
        properties,
        span,
        ...(repeat === undefined ? {} : { repeat }),
        ...(name === undefined ? {} : { name }),
      });
      if (edge.where !== undefined) conditions.push(edge.where);
      from = to;
    }
  }
  return { nodes, edges, conditions };
}
