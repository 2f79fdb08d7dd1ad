/** Random patterns of one syntax over the existing vertex sets. */
import type { Random } from '../../random.ts';
import { type EdgeTypeOf, type Schema, below } from '../graph.ts';
import type { Path, PatternEdge, PatternNode, Step, Syntax } from '../program.ts';

/** Paths and the aliases in them. */
export interface Paths {
  readonly paths: readonly Path[];
  readonly vertices: readonly string[];
  readonly edges: readonly string[];
}

export class Patterns {
  readonly #random: Random;
  readonly #schema: Schema;
  readonly #syntax: Syntax;
  /** Vertex types that each set may hold. */
  readonly #sets: ReadonlyMap<string, readonly string[]>;
  readonly #fresh: (prefix: string) => string;

  constructor(
    random: Random,
    schema: Schema,
    query: {
      readonly syntax: Syntax;
      readonly sets: ReadonlyMap<string, readonly string[]>;
      readonly fresh: (prefix: string) => string;
    },
  ) {
    this.#random = random;
    this.#schema = schema;
    this.#syntax = query.syntax;
    this.#sets = query.sets;
    this.#fresh = query.fresh;
  }

  #chance(probability: number): boolean {
    return this.#random.next() < probability;
  }

  #below(limit: number): number {
    return below(this.#random, limit);
  }

  #some<T>(list: readonly T[], count: number): T[] {
    return this.#random.shuffled(list).slice(0, count);
  }

  #anySet(): string {
    return this.#random.pick([...this.#sets.keys()]);
  }

  #path(bound: Map<string, readonly string[]>, length: number): Path {
    const nodes: PatternNode[] = [this.#node(bound, null)];
    const edges: PatternEdge[] = [];
    for (let hop = 0; hop < length; hop += 1) {
      const { edge, reached } = this.#edge((nodes.at(-1) as PatternNode).sources);
      edges.push(edge);
      nodes.push(this.#node(bound, reached));
    }
    return { nodes, edges };
  }

  /** Vertex types that sources denote. */
  types(sources: readonly string[]): readonly string[] {
    return sources.flatMap((name) => this.#sets.get(name) ?? [name]);
  }

  #node(bound: Map<string, readonly string[]>, reached: readonly string[] | null): PatternNode {
    const isSource = reached === null;
    const again =
      this.#syntax === 'v1'
        ? []
        : [...bound].filter(
            ([, sources]) => reached === null || this.types(sources).some((type) => reached.includes(type)),
          );
    if (again.length > 0 && this.#chance(0.25)) {
      const [alias, sources] = this.#random.pick(again);
      return { alias, sources };
    }
    const types = this.#schema.vertexTypes.map(({ name }) => name);
    const likely = reached ?? types;
    const sources = this.#chance(this.#syntax === 'v1' && isSource ? 1 : 0.35)
      ? [this.#anySet()]
      : this.#some(this.#chance(0.9) ? likely : types, 1 + this.#below(2));
    const alias = this.#fresh('v');
    bound.set(alias, sources);
    return { alias, sources };
  }

  /** An edge that can leave vertices of these sources, and the types to which it leads. */
  #edge(sources: readonly string[]): { readonly edge: PatternEdge; readonly reached: readonly string[] } {
    const types = this.types(sources);
    const fitting = this.#schema.edgeTypes.filter(
      ({ from, to }) => types.includes(from) || types.includes(to),
    );
    const chosen = this.#some(
      fitting.length > 0 ? fitting : this.#schema.edgeTypes,
      this.#chance(0.2) ? 2 : 1,
    );
    const all = chosen.map((type) => this.#step(type, types));
    // The first syntax knows no arrow back, the third one arrow for all alternatives.
    const steps = all.filter(({ direction }) => {
      if (this.#syntax === 'v1') return direction !== 'in';
      return this.#syntax === 'v2' || direction === all[0]?.direction;
    });
    const repeated = this.#syntax !== 'v1' && this.#chance(0.15);
    const min = this.#below(3);
    const repeat = repeated ? { min, max: this.#chance(0.3) ? null : min + this.#below(3) } : null;
    const reached = chosen.flatMap(({ from, to }) => [from, to]);
    return {
      edge: {
        steps: steps.length > 0 ? steps : [this.#forward()],
        repeat: repeat?.max === 0 ? null : repeat,
        alias: repeated || this.#chance(0.5) ? null : this.#fresh('e'),
      },
      reached: [...new Set(reached)],
    };
  }

  /** A step that every syntax can say. */
  #forward(): Step {
    const { name, directed } = this.#random.pick(this.#schema.edgeTypes);
    return { edgeType: name, direction: directed ? 'out' : 'undirected' };
  }

  #step({ name, directed, reverse, from, to }: EdgeTypeOf, types: readonly string[]): Step {
    if (!directed) return { edgeType: name, direction: 'undirected' };
    const out = types.includes(from) && (!types.includes(to) || this.#chance(0.5));
    if (reverse !== null && this.#chance(0.3)) return { edgeType: reverse, direction: out ? 'in' : 'out' };
    return { edgeType: name, direction: out ? 'out' : 'in' };
  }

  paths(): Paths {
    const bound = new Map<string, readonly string[]>();
    const first = this.#path(
      bound,
      this.#syntax === 'v1' ? this.#below(2) : this.#random.pick([0, 1, 1, 1, 2, 2, 3]),
    );
    const paths = [first];
    if (this.#syntax !== 'v1' && this.#chance(0.15)) paths.push(this.#path(bound, 1));
    const edges = paths.flatMap((path) => path.edges.flatMap(({ alias }) => (alias === null ? [] : [alias])));
    return { paths, vertices: [...bound.keys()], edges };
  }
}
