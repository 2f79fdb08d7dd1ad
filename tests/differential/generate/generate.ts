/** Random queries of well-typed parts, with one defined answer whatever the order of rows. */
import type { Random } from '../../random.ts';
import { ATTRIBUTES, Expressions, type Names, holdsVertices, scalarOf } from './expressions.ts';
import { type AttributeOf, type Schema, below, randomValue } from '../graph.ts';
import { Patterns } from './patterns.ts';
import type {
  AccumDeclaration,
  AccumType,
  Column,
  Expr,
  PostAccum,
  Query,
  RowStatement,
  Scalar,
  Select,
  SelectInto,
  Statement,
  Step,
  Syntax,
} from '../program.ts';

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
  { kind: 'MapAccum', key: 'INT', value: { kind: 'SumAccum', element: 'INT' } },
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

export class Generator {
  readonly #random: Random;
  readonly #schema: Schema;
  readonly #expressions: Expressions;
  #next = 0;
  #syntax: Syntax = 'v2';
  /** Vertex types that each set may hold. */
  #sets = new Map<string, readonly string[]>();
  #globals: AccumDeclaration[] = [];
  #attached: AccumDeclaration[] = [];
  #scalars = new Map<string, Scalar>();
  /** A query either deletes, or sets and inserts: the effect of both on one vertex is undefined. */
  #deletes = false;

  constructor(random: Random, schema: Schema) {
    this.#random = random;
    this.#schema = schema;
    this.#expressions = new Expressions(random, schema);
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

  #patterns(): Patterns {
    const fresh = (prefix: string): string => this.#fresh(prefix);
    return new Patterns(this.#random, this.#schema, { syntax: this.#syntax, sets: this.#sets, fresh });
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
    const scalar = (): Scalar => this.#expressions.type();
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
    // A set assigned in a branch that is not taken does not exist after it: branches only reuse existing sets.
    const kept = new Map(this.#sets);
    const body = (): Statement[] => {
      const statements = this.#statements(1 + this.#below(2), depth + 1);
      this.#sets = new Map(
        [...kept].map(([name, types]) => [name, [...types, ...(this.#sets.get(name) ?? [])]]),
      );
      return statements;
    };
    const condition = this.#expressions.of('bool', this.#outside(), 2);
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

  /** A set to assign vertices of these types to: a new one, or now and then an existing one. */
  #target(types: readonly string[]): string {
    const name = this.#sets.size > 0 && this.#chance(0.3) ? this.#anySet() : this.#fresh('S');
    this.#sets.set(name, types);
    return name;
  }

  #combine(): Statement {
    const [left, right] = [this.#anySet(), this.#anySet()];
    return {
      kind: 'combine',
      into: this.#target([...this.#patterns().types([left]), ...this.#patterns().types([right])]),
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
      return {
        kind: 'setGlobal',
        name: chosen.name,
        value: this.#expressions.of(scalar, this.#outside(), 2),
      };
    }
    return {
      kind: 'addToGlobal',
      name: chosen.name,
      input: this.#expressions.input(chosen.type, this.#outside()),
    };
  }

  #assignment(): Statement {
    const assignable = [...this.#scalars].filter(([name]) => name === 'n' || name === 'm');
    const [name, type] = this.#random.pick(assignable);
    return { kind: 'setVariable', name, value: this.#expressions.of(type, this.#outside(), 2) };
  }

  #id(type: string): string {
    return `${type.toLowerCase()}_${this.#below(9)}`;
  }

  #write(): Statement {
    if (this.#deletes) return this.#chance(0.5) ? this.#deletion() : this.#edgeDeletion();
    const names = this.#outside();
    const given = (attributes: readonly AttributeOf[]): Record<string, Expr> =>
      Object.fromEntries(attributes.map((each) => [each.name, this.#expressions.of(each.type, names, 1)]));
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
        const type = this.#expressions.type();
        const name = this.#random.pick(ATTRIBUTES[type].filter((each) => each !== 'id'));
        const [value, where] = [this.#expressions.of(type, inner, 2), this.#expressions.of('bool', inner, 1)];
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
    return { kind: 'binary', op: 'AND', left, right: this.#expressions.of('bool', names, 1), type: 'bool' };
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
          ? this.#expressions.of(this.#expressions.type(), names, 2)
          : { kind: 'vertexAccum', alias: set, name: accum.name, previous: false };
      return { name: `c${index}`, of };
    });
    return { kind: 'printColumns', set, columns };
  }

  #printGlobals(): Statement {
    const values = this.#globals.map(({ name }) => ({ name, of: { kind: 'globalAccum', name } as const }));
    return {
      kind: 'print',
      values: [
        ...values,
        { name: 'e', of: this.#expressions.of(this.#expressions.type(), this.#outside(), 3) },
      ],
    };
  }

  #select(): Select {
    const { paths, vertices, edges } = this.#patterns().paths();
    const alias = this.#random.pick(vertices);
    const types = paths
      .flatMap(({ nodes }) => nodes)
      .flatMap((node) => (node.alias === alias ? this.#patterns().types(node.sources) : []));
    const base: Names = { ...this.#outside(), vertices, edges, attached: this.#attached };
    const where = this.#chance(0.6) ? this.#expressions.of('bool', base, 3) : null;
    const accum = this.#chance(0.8) ? this.#accum(base) : [];
    const postAccum = this.#chance(0.45) ? [this.#postAccum(base, this.#random.pick(vertices))] : [];
    const after: Names = { ...base, vertices: [alias], edges: [] };
    const having = this.#chance(0.25) ? this.#expressions.of('bool', after, 2) : null;
    const ordered = this.#chance(0.3);
    const keys = Array.from({ length: this.#below(3) }, () => ({
      by: this.#expressions.of(this.#expressions.type(), after, 1),
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
        const type = this.#expressions.type();
        const name = this.#fresh('l');
        statements.push({ kind: 'local', name, type, value: this.#expressions.of(type, inner, 2) });
        locals.set(name, type);
      } else if (this.#chance(0.2)) {
        const otherwise = this.#chance(0.5) ? [this.#addition(inner)] : [];
        statements.push({
          kind: 'if',
          condition: this.#expressions.of('bool', inner, 2),
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
        input: this.#expressions.input(type, names),
      };
    }
    const { name, type } = this.#random.pick(this.#globals);
    return { kind: 'addToGlobal', name, input: this.#expressions.input(type, names) };
  }

  /** A clause does not read globals that it adds to: the time of their change is undefined. */
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
          value: this.#expressions.of(scalarOf(type) as Scalar, names, 2),
        });
      } else if (kind < 0.6 && this.#attached.length > 0) {
        const { name, type } = this.#random.pick(this.#attached);
        statements.push({ kind: 'addToVertex', alias, name, input: this.#expressions.input(type, names) });
      } else if (kind < 0.7 && !this.#deletes) {
        const type = this.#expressions.type();
        const name = this.#random.pick(ATTRIBUTES[type].filter((each) => each !== 'id'));
        statements.push({ kind: 'setAttribute', alias, name, value: this.#expressions.of(type, names, 1) });
      } else {
        const { name, type } = added[0] as AccumDeclaration;
        statements.push({ kind: 'addToGlobal', name, input: this.#expressions.input(type, names) });
      }
    }
    return { alias, statements };
  }

  #selectInto(): SelectInto {
    const { paths, vertices, edges } = this.#patterns().paths();
    const names: Names = { ...this.#outside(), vertices, edges, attached: [] };
    const where = this.#chance(0.5) ? this.#expressions.of('bool', names, 2) : null;
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
        having: this.#chance(0.3) ? this.#expressions.of('bool', names, 2) : null,
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
      having: null,
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
}
