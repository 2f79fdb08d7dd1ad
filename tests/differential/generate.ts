/** Random queries: of well-typed parts, with one defined answer whatever the order in which rows are met. */
import type { Random } from '../random.ts';
import { type AttributeOf, type EdgeTypeOf, type Schema, below, randomValue } from './graph.ts';
import type {
  AccumDeclaration,
  AccumType,
  Column,
  Expr,
  Input,
  Path,
  PatternEdge,
  PatternNode,
  PostAccum,
  Query,
  RowStatement,
  Scalar,
  Select,
  SelectInto,
  Statement,
  Step,
  Syntax,
} from './program.ts';

const GLOBALS: readonly AccumType[] = [
  { kind: 'SumAccum', element: 'INT' },
  { kind: 'SumAccum', element: 'DOUBLE' },
  { kind: 'MinAccum', element: 'INT' },
  { kind: 'MaxAccum', element: 'DOUBLE' },
  { kind: 'MaxAccum', element: 'STRING' },
  { kind: 'OrAccum' },
  { kind: 'AndAccum' },
  { kind: 'AvgAccum' },
  { kind: 'SetAccum', element: 'INT' },
  { kind: 'SetAccum', element: 'STRING' },
  { kind: 'SetAccum', element: 'VERTEX' },
  { kind: 'BagAccum', element: 'INT' },
  { kind: 'ListAccum', element: 'STRING' },
  { kind: 'MapAccum', key: 'STRING', value: { kind: 'SumAccum', element: 'INT' } },
  { kind: 'MapAccum', key: 'INT', value: { kind: 'MaxAccum', element: 'DOUBLE' } },
  { kind: 'MapAccum', key: 'STRING', value: { kind: 'SetAccum', element: 'INT' } },
  {
    kind: 'MapAccum',
    key: 'INT',
    value: { kind: 'MapAccum', key: 'STRING', value: { kind: 'SumAccum', element: 'INT' } },
  },
  { kind: 'GroupByAccum', value: { kind: 'SumAccum', element: 'INT' } },
  { kind: 'GroupByAccum', value: { kind: 'MinAccum', element: 'DOUBLE' } },
  { kind: 'HeapAccum', capacity: 3 },
];
const ATTACHED = GLOBALS.filter(({ kind }) => kind !== 'GroupByAccum' && kind !== 'HeapAccum');
const holdsVertices = (type: AccumType): boolean => 'element' in type && type.element === 'VERTEX';

const ATTRIBUTES: Readonly<Record<Scalar, readonly string[]>> = {
  int: ['i', 'j'],
  double: ['d'],
  string: ['s', 'id'],
  bool: ['b'],
};
const EDGE_ATTRIBUTES: Readonly<Record<Scalar, readonly string[]>> = {
  int: ['w', 'k'],
  double: ['x'],
  string: [],
  bool: [],
};

interface Names {
  readonly vertices: readonly string[];
  readonly edges: readonly string[];
  /** Variables and locals by name. */
  readonly scalars: ReadonlyMap<string, Scalar>;
  /** Accumulators that may be read here. */
  readonly globals: readonly AccumDeclaration[];
  readonly attached: readonly AccumDeclaration[];
  /** Whether `'` has a meaning. */
  readonly previous: boolean;
  readonly sets: readonly string[];
}

const scalarOf = (type: AccumType): Scalar | null => {
  switch (type.kind) {
    case 'SumAccum':
    case 'MinAccum':
    case 'MaxAccum':
      return type.element === 'INT' ? 'int' : type.element === 'DOUBLE' ? 'double' : 'string';
    case 'OrAccum':
    case 'AndAccum':
      return 'bool';
    default:
      // Averages are no exact doubles: what is made of them depends on the order of additions.
      return null;
  }
};

export class Generator {
  readonly #random: Random;
  readonly #schema: Schema;
  #next = 0;
  #syntax: Syntax = 'v2';
  /** Vertex types that each set may hold. */
  #sets = new Map<string, readonly string[]>();
  #globals: AccumDeclaration[] = [];
  #attached: AccumDeclaration[] = [];
  #scalars = new Map<string, Scalar>();
  /** A query deletes or sets and inserts: what both would make of one vertex is not defined. */
  #deletes = false;

  constructor(random: Random, schema: Schema) {
    this.#random = random;
    this.#schema = schema;
  }

  #chance(probability: number): boolean {
    return this.#random.next() < probability;
  }

  #below(limit: number): number {
    return below(this.#random, limit);
  }

  #fresh(prefix: string): string {
    this.#next += 1;
    return `${prefix}${this.#next}`;
  }

  #some<T>(list: readonly T[], count: number): T[] {
    return this.#random.shuffled(list).slice(0, count);
  }

  query(): Query {
    this.#next = 0;
    this.#syntax = this.#random.pick(['v1', 'v2', 'v2', 'v3'] as const);
    this.#sets = new Map();
    this.#deletes = this.#chance(0.5);
    const accum = (type: AccumType, name: string): AccumDeclaration => {
      const scalar = scalarOf(type);
      // An untouched extreme of DOUBLE is so large that sums with it depend on their order.
      const huge = scalar === 'double' && type.kind !== 'SumAccum';
      const keeps = scalar !== null && (huge || this.#chance(0.3));
      return { name, type, ...(keeps ? { initial: randomValue(this.#random, scalar) } : {}) };
    };
    this.#globals = this.#some(GLOBALS, 1 + this.#below(4)).map((type, index) => accum(type, `g${index}`));
    this.#attached = this.#some(ATTACHED, this.#below(4)).map((type, index) => accum(type, `a${index}`));
    const scalar = (): Scalar => this.#random.pick(['int', 'double', 'string', 'bool'] as const);
    const parameters = Array.from({ length: this.#below(3) }, (_, index) => {
      const type = scalar();
      return { name: `p${index}`, type, value: randomValue(this.#random, type) };
    });
    const variables = [
      { name: 'n', type: 'int' as const, initial: 0n },
      ...Array.from({ length: this.#below(2) }, () => {
        const type = scalar();
        return { name: 'm', type, initial: randomValue(this.#random, type) };
      }),
    ];
    this.#scalars = new Map([...parameters, ...variables].map(({ name, type }) => [name, type]));
    const body = [this.#seed(), ...this.#statements(2 + this.#below(4), 0)];
    for (const set of this.#sets.keys()) if (this.#chance(0.5)) body.push(this.#print(set));
    body.push(this.#printGlobals());
    return {
      syntax: this.#syntax,
      parameters,
      globals: this.#globals,
      vertexAccums: this.#attached,
      variables,
      body,
    };
  }

  #statements(count: number, depth: number): Statement[] {
    return Array.from({ length: count }, () => this.#statement(depth));
  }

  #statement(depth: number): Statement {
    const kind = this.#random.next();
    if (kind < 0.5) return this.#select();
    if (kind < 0.6) return this.#selectInto();
    if (kind < 0.66) return this.#combine();
    if (kind < 0.72) return this.#globalStatement();
    if (kind < 0.78) return this.#assignment();
    if (kind < 0.84) return this.#print(this.#anySet());
    if (kind < 0.85) return this.#seed();
    if (kind < 0.87) return this.#fromAccum();
    if (kind < 0.91) return this.#write();
    if (depth > 1) return this.#select();
    return this.#control(depth);
  }

  #control(depth: number): Statement {
    // A set made in a branch that is not taken does not exist after it: branches use what there is.
    const kept = new Map(this.#sets);
    const body = (): Statement[] => {
      const statements = this.#statements(1 + this.#below(2), depth + 1);
      this.#sets = new Map(
        [...kept].map(([name, types]) => [name, [...types, ...(this.#sets.get(name) ?? [])]]),
      );
      return statements;
    };
    const condition = this.#expr('bool', this.#outside(), 2);
    switch (this.#below(3)) {
      case 0:
        return { kind: 'if', condition, then: body(), otherwise: this.#chance(0.5) ? body() : [] };
      case 1:
        return { kind: 'while', condition, limit: 1 + this.#below(3), body: body() };
      default: {
        const variable = this.#fresh('f');
        const from = this.#below(3);
        this.#scalars.set(variable, 'int');
        const inner = body();
        this.#scalars.delete(variable);
        return { kind: 'foreach', variable, from, to: from + this.#below(3), body: inner };
      }
    }
  }

  #seed(): Statement {
    const types = this.#some(this.#schema.vertexTypes, 1 + this.#below(2)).map(({ name }) => name);
    return { kind: 'seed', into: this.#target(types), types };
  }

  #fromAccum(): Statement {
    const held = this.#globals.find(({ type }) => holdsVertices(type));
    if (held === undefined) return this.#seed();
    const types = this.#schema.vertexTypes.map(({ name }) => name);
    return { kind: 'fromAccum', into: this.#target(types), name: held.name };
  }

  #anySet(): string {
    return this.#random.pick([...this.#sets.keys()]);
  }

  /** A set to assign vertices of these types to: a new one, or now and then one that is there. */
  #target(types: readonly string[]): string {
    const name = this.#sets.size > 0 && this.#chance(0.3) ? this.#anySet() : this.#fresh('S');
    this.#sets.set(name, types);
    return name;
  }

  #combine(): Statement {
    const [left, right] = [this.#anySet(), this.#anySet()];
    return {
      kind: 'combine',
      into: this.#target([...this.#types([left]), ...this.#types([right])]),
      op: this.#random.pick(['UNION', 'INTERSECT', 'MINUS'] as const),
      left,
      right,
    };
  }

  #outside(): Names {
    return {
      vertices: [],
      edges: [],
      scalars: this.#scalars,
      globals: this.#globals,
      attached: [],
      previous: false,
      sets: [...this.#sets.keys()],
    };
  }

  #globalStatement(): Statement {
    const chosen = this.#random.pick(this.#globals);
    if (holdsVertices(chosen.type)) return this.#assignment();
    const scalar = scalarOf(chosen.type);
    if (scalar !== null && this.#chance(0.4)) {
      return { kind: 'setGlobal', name: chosen.name, value: this.#expr(scalar, this.#outside(), 2) };
    }
    return { kind: 'addToGlobal', name: chosen.name, input: this.#input(chosen.type, this.#outside()) };
  }

  #assignment(): Statement {
    const assignable = [...this.#scalars].filter(([name]) => name === 'n' || name === 'm');
    const [name, type] = this.#random.pick(assignable);
    return { kind: 'setVariable', name, value: this.#expr(type, this.#outside(), 2) };
  }

  #id(type: string): string {
    return `${type.toLowerCase()}_${this.#below(9)}`;
  }

  #write(): Statement {
    if (this.#deletes) return this.#chance(0.5) ? this.#deletion() : this.#edgeDeletion();
    const names = this.#outside();
    const given = (attributes: readonly AttributeOf[]): Record<string, Expr> =>
      Object.fromEntries(attributes.map((each) => [each.name, this.#expr(each.type, names, 1)]));
    switch (this.#below(3)) {
      case 0: {
        const type = this.#random.pick(this.#schema.vertexTypes);
        return {
          kind: 'insertVertex',
          type: type.name,
          id: this.#id(type.name),
          attributes: given(type.attributes),
        };
      }
      case 1: {
        const { name, from, to, attributes } = this.#random.pick(this.#schema.edgeTypes);
        return {
          kind: 'insertEdge',
          type: name,
          from: this.#id(from),
          to: this.#id(to),
          attributes: given(attributes),
        };
      }
      default: {
        const inner: Names = { ...names, vertices: ['t'] };
        const type = this.#scalar();
        const name = this.#random.pick(ATTRIBUTES[type].filter((each) => each !== 'id'));
        const [value, where] = [this.#expr(type, inner, 2), this.#expr('bool', inner, 1)];
        return { kind: 'update', alias: 't', set: this.#anySet(), name, value, where };
      }
    }
  }

  /** True for few: that something is left to ask for. */
  #seldom(alias: string, name: string, names: Names): Expr {
    const left: Expr = {
      kind: 'binary',
      op: '>',
      left: { kind: 'attribute', alias, name },
      right: { kind: 'literal', value: 5n },
      type: 'bool',
    };
    return { kind: 'binary', op: 'AND', left, right: this.#expr('bool', names, 1), type: 'bool' };
  }

  #deletion(): Statement {
    const names: Names = { ...this.#outside(), vertices: ['t'] };
    return { kind: 'delete', alias: 't', set: this.#anySet(), where: this.#seldom('t', 'i', names) };
  }

  #edgeDeletion(): Statement {
    const { name, from, to, directed } = this.#random.pick(this.#schema.edgeTypes);
    const nodes = [
      { alias: 'a', sources: [from] },
      { alias: 'b', sources: [to] },
    ];
    const steps: Step[] = [{ edgeType: name, direction: directed ? 'out' : 'undirected' }];
    const names: Names = { ...this.#outside(), vertices: ['a', 'b'], edges: ['t'] };
    const path = { nodes, edges: [{ steps, alias: 't', repeat: null }] };
    return { kind: 'deleteEdge', path, where: this.#seldom('t', 'w', names) };
  }

  #print(set: string): Statement {
    if (this.#chance(0.4)) return { kind: 'printSet', set };
    // Inside the brackets the set's name is one of its vertices.
    const sets = [...this.#sets.keys()].filter((name) => name !== set);
    const names: Names = { ...this.#outside(), vertices: [set], attached: this.#attached, sets };
    const columns = Array.from({ length: 1 + this.#below(3) }, (_, index) => {
      const accum = this.#attached.length > 0 && this.#chance(0.4) ? this.#random.pick(this.#attached) : null;
      const of: Expr =
        accum === null
          ? this.#expr(this.#scalar(), names, 2)
          : { kind: 'vertexAccum', alias: set, name: accum.name, previous: false };
      return { name: `c${index}`, of };
    });
    return { kind: 'printColumns', set, columns };
  }

  #printGlobals(): Statement {
    const values = this.#globals.map(({ name }) => ({ name, of: { kind: 'globalAccum', name } as const }));
    return {
      kind: 'print',
      values: [...values, { name: 'e', of: this.#expr(this.#scalar(), this.#outside(), 3) }],
    };
  }

  #scalar(): Scalar {
    return this.#random.pick(['int', 'double', 'string', 'bool'] as const);
  }

  // Patterns

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

  /** Vertex types that sources stand for. */
  #types(sources: readonly string[]): readonly string[] {
    return sources.flatMap((name) => this.#sets.get(name) ?? [name]);
  }

  #node(bound: Map<string, readonly string[]>, reached: readonly string[] | null): PatternNode {
    const isSource = reached === null;
    const again =
      this.#syntax === 'v1'
        ? []
        : [...bound].filter(
            ([, sources]) => reached === null || this.#types(sources).some((type) => reached.includes(type)),
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
    const types = this.#types(sources);
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

  #paths(): { readonly paths: readonly Path[]; readonly vertices: string[]; readonly edges: string[] } {
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

  // SELECT

  #select(): Select {
    const { paths, vertices, edges } = this.#paths();
    const alias = this.#random.pick(vertices);
    const types = paths
      .flatMap(({ nodes }) => nodes)
      .flatMap((node) => (node.alias === alias ? this.#types(node.sources) : []));
    const base: Names = { ...this.#outside(), vertices, edges, attached: this.#attached };
    const where = this.#chance(0.6) ? this.#expr('bool', base, 3) : null;
    const accum = this.#chance(0.8) ? this.#accum(base) : [];
    const postAccum = this.#chance(0.45) ? [this.#postAccum(base, this.#random.pick(vertices))] : [];
    const after: Names = { ...base, vertices: [alias], edges: [] };
    const having = this.#chance(0.25) ? this.#expr('bool', after, 2) : null;
    const ordered = this.#chance(0.3);
    const keys = Array.from({ length: this.#below(3) }, () => ({
      by: this.#expr(this.#scalar(), after, 1),
      descending: this.#chance(0.5),
    }));
    // Ids differ within a type, types tell the rest apart: the order is defined.
    const last = ['id', 'type'].map((name): Expr =>
      name === 'id' ? { kind: 'attribute', alias, name } : { kind: 'typeOf', alias },
    );
    const order = ordered ? [...keys, ...last.map((by) => ({ by, descending: this.#chance(0.3) }))] : [];
    const limit = ordered && this.#chance(0.7) ? { count: this.#below(5), offset: this.#below(3) } : null;
    return {
      kind: 'select',
      into: this.#target(types),
      alias,
      paths,
      where,
      accum,
      postAccum,
      having,
      order,
      limit,
    };
  }

  #accum(names: Names): RowStatement[] {
    const locals = new Map(names.scalars);
    const inner: Names = { ...names, scalars: locals };
    const statements: RowStatement[] = [];
    for (let count = 1 + this.#below(3); count > 0; count -= 1) {
      if (this.#chance(0.15)) {
        const type = this.#scalar();
        const name = this.#fresh('l');
        statements.push({ kind: 'local', name, type, value: this.#expr(type, inner, 2) });
        locals.set(name, type);
      } else if (this.#chance(0.2)) {
        const otherwise = this.#chance(0.5) ? [this.#addition(inner)] : [];
        statements.push({
          kind: 'if',
          condition: this.#expr('bool', inner, 2),
          then: [this.#addition(inner)],
          otherwise,
        });
      } else statements.push(this.#addition(inner));
    }
    return statements;
  }

  #addition(names: Names): RowStatement {
    if (this.#attached.length > 0 && this.#chance(0.5)) {
      const { name, type } = this.#random.pick(this.#attached);
      return {
        kind: 'addToVertex',
        alias: this.#random.pick(names.vertices),
        name,
        input: this.#input(type, names),
      };
    }
    const { name, type } = this.#random.pick(this.#globals);
    return { kind: 'addToGlobal', name, input: this.#input(type, names) };
  }

  /** Globals that the clause adds to are not read in it: when they change is not defined. */
  #postAccum(base: Names, alias: string): PostAccum {
    const added = this.#some(this.#globals, 1);
    const names: Names = {
      ...base,
      vertices: [alias],
      edges: [],
      previous: true,
      globals: this.#globals.filter((each) => !added.includes(each)),
    };
    const statements: RowStatement[] = [];
    const settable = this.#attached.filter(({ type }) => scalarOf(type) !== null);
    for (let count = 1 + this.#below(3); count > 0; count -= 1) {
      const kind = this.#random.next();
      if (kind < 0.35 && settable.length > 0) {
        const { name, type } = this.#random.pick(settable);
        statements.push({
          kind: 'setVertexAccum',
          alias,
          name,
          value: this.#expr(scalarOf(type) as Scalar, names, 2),
        });
      } else if (kind < 0.6 && this.#attached.length > 0) {
        const { name, type } = this.#random.pick(this.#attached);
        statements.push({ kind: 'addToVertex', alias, name, input: this.#input(type, names) });
      } else if (kind < 0.7 && !this.#deletes) {
        const type = this.#scalar();
        const name = this.#random.pick(ATTRIBUTES[type].filter((each) => each !== 'id'));
        statements.push({ kind: 'setAttribute', alias, name, value: this.#expr(type, names, 1) });
      } else {
        const { name, type } = added[0] as AccumDeclaration;
        statements.push({ kind: 'addToGlobal', name, input: this.#input(type, names) });
      }
    }
    return { alias, statements };
  }

  #selectInto(): SelectInto {
    const { paths, vertices, edges } = this.#paths();
    const names: Names = { ...this.#outside(), vertices, edges, attached: [] };
    const where = this.#chance(0.5) ? this.#expr('bool', names, 2) : null;
    const keys = Array.from({ length: 1 + this.#below(2) }, (_, index): Column => ({
      kind: 'key',
      name: `k${index}`,
      of: this.#attributeOf(names),
    }));
    if (this.#chance(0.3))
      return {
        kind: 'selectInto',
        table: this.#fresh('T'),
        paths,
        where,
        distinct: this.#chance(0.5),
        columns: keys,
      };
    const aggregates = Array.from({ length: 1 + this.#below(2) }, (_, index): Column => {
      const name = `c${index}`;
      if (this.#chance(0.4)) return { kind: 'count', name };
      const kind = this.#random.pick(['countDistinct', 'sum', 'min', 'max'] as const);
      return {
        kind,
        name,
        of: {
          kind: 'attribute',
          alias: this.#random.pick(vertices),
          name: this.#random.pick(['i', 'd', 'j']),
        },
      };
    });
    return {
      kind: 'selectInto',
      table: this.#fresh('T'),
      paths,
      where,
      distinct: false,
      columns: [...keys, ...aggregates],
    };
  }

  #attributeOf(names: Names): Expr {
    return {
      kind: 'attribute',
      alias: this.#random.pick(names.vertices),
      name: this.#random.pick(['i', 'j', 's', 'b', 'id']),
    };
  }

  // Expressions

  #input(type: AccumType, names: Names): Input {
    switch (type.kind) {
      case 'MapAccum':
        return [
          this.#expr(type.key === 'INT' ? 'int' : 'string', names, 1),
          ...this.#input(type.value, names),
        ];
      case 'GroupByAccum':
        return [
          this.#expr('string', names, 1),
          this.#expr('int', names, 1),
          ...this.#input(type.value, names),
        ];
      case 'HeapAccum':
        return [this.#expr('int', names, 1), this.#expr('string', names, 1)];
      case 'SetAccum':
      case 'BagAccum':
      case 'ListAccum':
        if (type.element === 'VERTEX') return [{ kind: 'vertex', alias: this.#random.pick(names.vertices) }];
        return [this.#expr(type.element === 'INT' ? 'int' : 'string', names, 2)];
      case 'AvgAccum':
        return [this.#expr('double', names, 1)];
      default:
        return [this.#expr(scalarOf(type) as Scalar, names, 2)];
    }
  }

  #expr(type: Scalar, names: Names, depth: number): Expr {
    if (depth <= 0 || this.#chance(0.25)) return this.#leaf(type, names);
    if (this.#chance(0.08)) {
      return {
        kind: 'case',
        branches: [[this.#expr('bool', names, depth - 1), this.#expr(type, names, depth - 1)]],
        otherwise: this.#expr(type, names, depth - 1),
      };
    }
    switch (type) {
      case 'int':
        return this.#integer(names, depth);
      case 'double':
        return this.#double(names, depth);
      case 'string':
        return this.#text(names, depth);
      case 'bool':
        return this.#truth(names, depth);
    }
  }

  #integer(names: Names, depth: number): Expr {
    const operand = (): Expr => this.#expr('int', names, depth - 1);
    switch (this.#below(7)) {
      case 0:
        return { kind: 'call', name: 'abs', of: operand() };
      case 1:
        return { kind: 'call', name: 'length', of: this.#expr('string', names, depth - 1) };
      case 2:
        return { kind: 'negative', of: operand() };
      case 3:
        return {
          kind: 'binary',
          op: this.#random.pick(['/', '%'] as const),
          left: operand(),
          right: { kind: 'literal', value: BigInt(1 + this.#below(4)) },
          type: 'int',
        };
      default:
        return {
          kind: 'binary',
          op: this.#random.pick(['+', '-', '*'] as const),
          left: operand(),
          right: operand(),
          type: 'int',
        };
    }
  }

  #double(names: Names, depth: number): Expr {
    const operand = (): Expr => this.#expr('double', names, depth - 1);
    // Small factors of two keep all digits: the order of additions does not show.
    const small: Expr = { kind: 'literal', value: this.#random.pick([0.5, 2, -1, 1.5]) };
    switch (this.#below(4)) {
      case 0:
        return { kind: 'call', name: 'abs', of: operand() };
      case 1:
        return { kind: 'binary', op: '*', left: operand(), right: small, type: 'double' };
      default:
        return {
          kind: 'binary',
          op: this.#random.pick(['+', '-'] as const),
          left: operand(),
          right: operand(),
          type: 'double',
        };
    }
  }

  #text(names: Names, depth: number): Expr {
    const operand = (): Expr => this.#expr('string', names, depth - 1);
    switch (this.#below(4)) {
      case 0:
        return { kind: 'call', name: this.#random.pick(['lower', 'upper'] as const), of: operand() };
      case 1:
        return { kind: 'call', name: 'to_string', of: this.#expr('int', names, depth - 1) };
      default:
        return { kind: 'binary', op: '+', left: operand(), right: operand(), type: 'string' };
    }
  }

  #truth(names: Names, depth: number): Expr {
    const operand = (): Expr => this.#expr('bool', names, depth - 1);
    const type = this.#random.pick(['int', 'double', 'string'] as const);
    const scalar = (): Expr => this.#expr(type, names, depth - 1);
    const containers = names.globals.filter(
      ({ type: accum }) => (accum.kind === 'SetAccum' || accum.kind === 'ListAccum') && !holdsVertices(accum),
    );
    const kind = this.#below(10);
    if (kind < 2)
      return {
        kind: 'binary',
        op: this.#random.pick(['AND', 'OR'] as const),
        left: operand(),
        right: operand(),
        type: 'bool',
      };
    if (kind === 2) return { kind: 'not', of: operand() };
    if (kind === 3)
      return { kind: 'in', item: scalar(), list: [scalar(), scalar()], negated: this.#chance(0.3) };
    if (kind === 4) return { kind: 'between', item: scalar(), low: scalar(), high: scalar() };
    if (kind === 5)
      return {
        kind: 'like',
        item: this.#expr('string', names, depth - 1),
        pattern: this.#random.pick(['%', 'a%', '%b', '_', '%a%']),
      };
    if (kind === 6 && containers.length > 0) {
      const { name, type: accum } = this.#random.pick(containers);
      const element = 'element' in accum && accum.element === 'INT' ? 'int' : 'string';
      return {
        kind: 'contains',
        of: { kind: 'globalAccum', name },
        item: this.#expr(element, names, depth - 1),
      };
    }
    const op = this.#random.pick(['==', '!=', '<', '<=', '>', '>='] as const);
    return { kind: 'binary', op, left: scalar(), right: scalar(), type: 'bool' };
  }

  #leaf(type: Scalar, names: Names): Expr {
    const leaves: Expr[] = [{ kind: 'literal', value: randomValue(this.#random, type) }];
    for (const [name, each] of names.scalars) if (each === type) leaves.push({ kind: 'variable', name });
    for (const alias of names.vertices)
      for (const name of ATTRIBUTES[type]) leaves.push({ kind: 'attribute', alias, name });
    for (const alias of names.edges)
      for (const name of EDGE_ATTRIBUTES[type]) leaves.push({ kind: 'attribute', alias, name });
    for (const { name, type: accum } of names.globals) {
      const of: Expr = { kind: 'globalAccum', name };
      if (scalarOf(accum) === type) leaves.push(of);
      if (type === 'int' && ['SetAccum', 'ListAccum', 'MapAccum'].includes(accum.kind))
        leaves.push({ kind: 'size', of });
      if (
        type === 'int' &&
        accum.kind === 'MapAccum' &&
        accum.key === 'STRING' &&
        scalarOf(accum.value) === 'int'
      ) {
        leaves.push({ kind: 'mapGet', of, key: { kind: 'literal', value: 'a' } });
      }
    }
    for (const { name, type: accum } of names.attached) {
      for (const alias of names.vertices) {
        const of: Expr = { kind: 'vertexAccum', alias, name, previous: names.previous && this.#chance(0.4) };
        if (scalarOf(accum) === type) leaves.push(of, of);
        if (type === 'int' && ['SetAccum', 'ListAccum'].includes(accum.kind))
          leaves.push({ kind: 'size', of });
      }
    }
    if (type === 'int') {
      for (const set of names.sets) leaves.push({ kind: 'setSize', set });
      for (const alias of names.vertices) {
        leaves.push({ kind: 'outdegree', alias, edgeType: this.#random.pick(this.#schema.edgeTypes).name });
      }
    }
    if (type === 'string')
      for (const alias of [...names.vertices, ...names.edges]) leaves.push({ kind: 'typeOf', alias });
    return this.#random.pick(leaves);
  }
}
