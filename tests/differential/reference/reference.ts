/** The reference interpreter: computes a query's output and its changes of the data the slow way. */
import { Accumulator } from './accumulators.ts';
import { evaluate, type Scope } from './expressions.ts';
import {
  type Data,
  type Edge,
  type EdgeTypeOf,
  type Schema,
  type Vertex,
  edgeKey,
  putEdge,
  putVertex,
  removeVertex,
} from '../graph.ts';
import { leaving, matches, type Row } from './patterns.ts';
import type {
  Column,
  Expr,
  Literal,
  Query,
  RowStatement,
  Select,
  SelectInto,
  Statement,
} from '../program.ts';
import { type Binding, type Value, asLiteral, asVertex, json, order } from './values.ts';

/** Accumulators of one vertex by name. */
type Attached = Map<string, Accumulator>;

interface Place {
  readonly row: Row;
  readonly locals: Map<string, Value>;
  /** Values from before the SELECT, for `'` and for the snapshot that ACCUM reads. */
  readonly before: State;
  /** Whether reads return the values from before. */
  readonly snapshot: boolean;
}

class State {
  readonly globals: Map<string, Accumulator>;
  readonly attached: Map<Binding, Attached>;

  constructor(globals: Map<string, Accumulator>, attached: Map<Binding, Attached>) {
    this.globals = globals;
    this.attached = attached;
  }

  copy(): State {
    const copied = (all: ReadonlyMap<string, Accumulator>): Map<string, Accumulator> =>
      new Map([...all].map(([name, accumulator]) => [name, accumulator.copy()]));
    return new State(
      copied(this.globals),
      new Map([...this.attached].map(([vertex, own]) => [vertex, copied(own)])),
    );
  }
}

const NO_ROW: Row = { bindings: new Map(), typeNames: new Map() };

class Interpreter {
  readonly results: Record<string, unknown>[] = [];
  readonly #schema: Schema;
  readonly #data: Data;
  readonly #query: Query;
  readonly #state: State;
  readonly #variables = new Map<string, Value>();
  /** Vertex sets; those that ORDER BY made keep their order. */
  readonly #sets = new Map<string, readonly Vertex[]>();
  /** Changes to apply when the query has ended. */
  readonly #atEnd: (() => void)[] = [];

  constructor(schema: Schema, data: Data, query: Query) {
    this.#schema = schema;
    this.#data = data;
    this.#query = query;
    const globals = new Map(
      query.globals.map(({ name, type, initial }) => [name, new Accumulator(type, initial)]),
    );
    this.#state = new State(globals, new Map());
    for (const { name, value } of query.parameters) this.#variables.set(name, value);
    for (const { name, initial } of query.variables) this.#variables.set(name, initial);
  }

  run(): void {
    this.#body(this.#query.body);
    for (const change of this.#atEnd) change();
  }

  #accumulator(state: State, binding: Binding, name: string): Accumulator {
    const own: Attached = state.attached.get(binding) ?? new Map<string, Accumulator>();
    state.attached.set(binding, own);
    let accumulator = own.get(name);
    if (accumulator === undefined) {
      const declared = this.#query.vertexAccums.find((each) => each.name === name);
      if (declared === undefined) throw new Error(`No accumulator @${name}`);
      accumulator = new Accumulator(declared.type, declared.initial);
      own.set(name, accumulator);
    }
    return accumulator;
  }

  #scope(place: Place): Scope {
    const readFrom = place.snapshot ? place.before : this.#state;
    return {
      binding: (alias) => place.row.bindings.get(alias) as Binding,
      typeName: (alias) => place.row.typeNames.get(alias) as string,
      variable: (name) => place.locals.get(name) ?? (this.#variables.get(name) as Value),
      global: (name) => (readFrom.globals.get(name) as Accumulator).value,
      vertexAccum: (binding, name, previous) =>
        this.#accumulator(previous ? place.before : readFrom, binding, name).value,
      outdegree: (binding, edgeType) => {
        const type = this.#schema.edgeTypes.find(({ name }) => name === edgeType);
        const direction = type?.directed === false ? 'undirected' : 'out';
        return BigInt(leaving(this.#data, binding as Vertex, [{ edgeType, direction }]).length);
      },
      setSize: (name) => BigInt((this.#sets.get(name) ?? []).length),
    };
  }

  /** A place outside of any SELECT. */
  #outside(): Place {
    return { row: NO_ROW, locals: new Map(), before: this.#state, snapshot: false };
  }

  #value(expr: Expr, place: Place = this.#outside()): Value {
    return evaluate(expr, this.#scope(place));
  }

  #candidates = (sources: readonly string[]): ReadonlySet<Vertex> => {
    const set = this.#sets.get(sources[0] ?? '');
    if (set !== undefined) return new Set(set);
    return new Set([...this.#data.vertices.values()].filter(({ type }) => sources.includes(type)));
  };

  #rows(select: Select | SelectInto): Row[] {
    const place = (row: Row): Place => ({ ...this.#outside(), row });
    return matches(this.#data, select.paths, this.#candidates).filter(
      (row) => select.where === null || this.#value(select.where, place(row)) === true,
    );
  }

  /** Does a clause's statement; additions go to `later` when the clause reads a snapshot. */
  #do(statement: RowStatement, place: Place, later: (() => void)[] | null): void {
    const apply = (change: () => void): void => {
      if (later === null) change();
      else later.push(change);
    };
    switch (statement.kind) {
      case 'addToVertex': {
        const input = statement.input.map((each) => this.#value(each, place));
        const binding = place.row.bindings.get(statement.alias) as Binding;
        apply(() => this.#accumulator(this.#state, binding, statement.name).add(input));
        return;
      }
      case 'addToGlobal': {
        const input = statement.input.map((each) => this.#value(each, place));
        apply(() => (this.#state.globals.get(statement.name) as Accumulator).add(input));
        return;
      }
      case 'setVertexAccum': {
        const value = this.#value(statement.value, place);
        const binding = place.row.bindings.get(statement.alias) as Binding;
        apply(() => this.#accumulator(this.#state, binding, statement.name).set(value));
        return;
      }
      case 'setAttribute': {
        const value = asLiteral(this.#value(statement.value, place));
        const binding = place.row.bindings.get(statement.alias) as Binding;
        this.#atEnd.push(() => binding.values.set(statement.name, value));
        return;
      }
      case 'local':
        place.locals.set(statement.name, this.#value(statement.value, place));
        return;
      case 'if': {
        const chosen =
          this.#value(statement.condition, place) === true ? statement.then : statement.otherwise;
        for (const each of chosen) this.#do(each, place, later);
      }
    }
  }

  #select(select: Select): void {
    const before = this.#state.copy();
    const rows = this.#rows(select);
    const later: (() => void)[] = [];
    for (const row of rows) {
      const place: Place = { row, locals: new Map(), before, snapshot: true };
      for (const statement of select.accum) this.#do(statement, place, later);
    }
    for (const change of later) change();
    const distinct = (alias: string): Set<Vertex> =>
      new Set(rows.map(({ bindings }) => bindings.get(alias) as Vertex));
    const placeOf = (alias: string, vertex: Vertex): Place => ({
      row: { bindings: new Map([[alias, vertex]]), typeNames: new Map([[alias, vertex.type]]) },
      locals: new Map(),
      before,
      snapshot: false,
    });
    for (const { alias, statements } of select.postAccum) {
      for (const vertex of distinct(alias)) {
        const place = placeOf(alias, vertex);
        for (const statement of statements) this.#do(statement, place, null);
      }
    }
    let chosen = [...distinct(select.alias)].filter(
      (vertex) =>
        select.having === null || this.#value(select.having, placeOf(select.alias, vertex)) === true,
    );
    if (select.order.length > 0) {
      const keys = new Map(
        chosen.map((vertex) => [
          vertex,
          select.order.map(({ by }) => asLiteral(this.#value(by, placeOf(select.alias, vertex)))),
        ]),
      );
      chosen = chosen.toSorted((a, b) => {
        for (const [index, { descending }] of select.order.entries()) {
          const difference = order(
            (keys.get(a) as Literal[])[index] as Literal,
            (keys.get(b) as Literal[])[index] as Literal,
          );
          if (difference !== 0) return descending ? -difference : difference;
        }
        return 0;
      });
    }
    if (select.limit !== null) {
      const { count, offset } = select.limit;
      chosen = chosen.slice(offset, offset + count);
    }
    this.#sets.set(select.into, chosen);
  }

  #selectInto(select: SelectInto): void {
    const place = (row: Row): Place => ({ ...this.#outside(), row });
    const rows = this.#rows(select).filter(
      (row) => select.having === null || this.#value(select.having, place(row)) === true,
    );
    const keys = select.columns.flatMap((column) => (column.kind === 'key' ? [column.of] : []));
    const groups = new Map<string, Row[]>();
    const text = (values: readonly Value[]): string =>
      JSON.stringify(values.map((each) => [typeof each, String(asLiteral(each))]));
    rows.forEach((row, index) => {
      const values = keys.map((key) => this.#value(key, place(row)));
      // Without aggregates every row is a group of its own.
      const own = keys.length === select.columns.length && !select.distinct ? String(index) : text(values);
      groups.set(own, [...(groups.get(own) ?? []), row]);
    });
    const cell = (column: Column, group: readonly Row[]): Value => {
      if (column.kind === 'count') return BigInt(group.length);
      const values = group.map((row) => this.#value(column.of, place(row)));
      switch (column.kind) {
        case 'key':
          return values[0] as Value;
        case 'countDistinct':
          return BigInt(new Set(values).size);
        case 'sum':
          return sumOf(values);
        default: {
          const sorted = values.map(asLiteral).toSorted(order);
          return (column.kind === 'min' ? sorted[0] : sorted.at(-1)) as Literal;
        }
      }
    };
    this.results.push({
      [select.table]: [...groups.values()].map((group) =>
        Object.fromEntries(select.columns.map((column) => [column.name, json(cell(column, group))])),
      ),
    });
  }

  #body(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case 'select':
        return this.#select(statement);
      case 'selectInto':
        return this.#selectInto(statement);
      case 'seed':
        this.#sets.set(statement.into, [...this.#candidates(statement.types)]);
        return;
      case 'combine':
        this.#sets.set(statement.into, this.#combined(statement));
        return;
      case 'addToGlobal':
        (this.#state.globals.get(statement.name) as Accumulator).add(
          statement.input.map((each) => this.#value(each)),
        );
        return;
      case 'setGlobal':
        (this.#state.globals.get(statement.name) as Accumulator).set(this.#value(statement.value));
        return;
      case 'setVariable':
        this.#variables.set(statement.name, this.#value(statement.value));
        return;
      case 'if':
        this.#body(this.#value(statement.condition) === true ? statement.then : statement.otherwise);
        return;
      case 'while':
        for (let turn = 0; turn < statement.limit && this.#value(statement.condition) === true; turn += 1) {
          this.#body(statement.body);
        }
        return;
      case 'foreach':
        for (let turn = statement.from; turn <= statement.to; turn += 1) {
          this.#variables.set(statement.variable, BigInt(turn));
          this.#body(statement.body);
        }
        return;
      case 'insertVertex': {
        const values = this.#given(statement.attributes);
        this.#atEnd.push(() => putVertex(this.#schema, this.#data, statement.type, statement.id, values));
        return;
      }
      case 'insertEdge': {
        const type = this.#schema.edgeTypes.find(({ name }) => name === statement.type) as EdgeTypeOf;
        const values = this.#given(statement.attributes);
        this.#atEnd.push(() => putEdge(this.#schema, this.#data, type, statement.from, statement.to, values));
        return;
      }
      case 'update':
        this.#update(statement);
        return;
      case 'deleteEdge':
        this.#deleteEdges(statement);
        return;
      case 'fromAccum': {
        const held = (this.#state.globals.get(statement.name) as Accumulator).value as readonly Value[];
        this.#sets.set(statement.into, held.map(asVertex));
        return;
      }
      case 'delete':
        this.#delete(statement);
        return;
      case 'printSet':
        this.results.push({
          [statement.set]: this.#printed(statement.set, (vertex) => this.#attributes(vertex)),
        });
        return;
      case 'printColumns':
        this.results.push({
          [statement.set]: this.#printed(statement.set, (vertex) => {
            const row = {
              bindings: new Map([[statement.set, vertex]]),
              typeNames: new Map([[statement.set, vertex.type]]),
            };
            const place = { ...this.#outside(), row };
            return Object.fromEntries(
              statement.columns.map(({ name, of }) => [name, json(this.#value(of, place))]),
            );
          }),
        });
        return;
      case 'print':
        this.results.push(
          Object.fromEntries(statement.values.map(({ name, of }) => [name, json(this.#value(of))])),
        );
    }
  }

  #combined({ op, left, right }: Extract<Statement, { kind: 'combine' }>): Vertex[] {
    const [a, b] = [new Set(this.#sets.get(left)), new Set(this.#sets.get(right))];
    if (op === 'UNION') return [...new Set([...a, ...b])];
    return [...a].filter((vertex) => b.has(vertex) === (op === 'INTERSECT'));
  }

  #delete({ alias, set, where }: Extract<Statement, { kind: 'delete' }>): void {
    const doomed = [...this.#candidates([set])].filter((vertex) => {
      const row = { bindings: new Map([[alias, vertex]]), typeNames: new Map([[alias, vertex.type]]) };
      return this.#value(where, { ...this.#outside(), row }) === true;
    });
    this.#atEnd.push(() => {
      for (const vertex of doomed) removeVertex(this.#data, vertex);
    });
  }

  #given(attributes: Readonly<Record<string, Expr>>): Map<string, Literal> {
    return new Map(Object.entries(attributes).map(([name, expr]) => [name, asLiteral(this.#value(expr))]));
  }

  #update({ alias, set, name, value, where }: Extract<Statement, { kind: 'update' }>): void {
    for (const vertex of this.#candidates([set])) {
      const row = { bindings: new Map([[alias, vertex]]), typeNames: new Map([[alias, vertex.type]]) };
      const place = { ...this.#outside(), row };
      if (this.#value(where, place) !== true) continue;
      const given = asLiteral(this.#value(value, place));
      this.#atEnd.push(() => vertex.values.set(name, given));
    }
  }

  #deleteEdges({ path, where }: Extract<Statement, { kind: 'deleteEdge' }>): void {
    const alias = path.edges[0]?.alias as string;
    for (const row of matches(this.#data, [path], this.#candidates)) {
      if (this.#value(where, { ...this.#outside(), row }) !== true) continue;
      const { type, from, to, values } = row.bindings.get(alias) as Edge;
      this.#atEnd.push(() => this.#data.edges.delete(edgeKey(type, from, to, values.get('k') as Literal)));
    }
  }

  #printed(set: string, attributes: (vertex: Vertex) => Record<string, unknown>): unknown[] {
    return (this.#sets.get(set) ?? []).map((vertex) => ({
      v_id: vertex.id,
      v_type: vertex.type,
      attributes: attributes(vertex),
    }));
  }

  #attributes(vertex: Vertex): Record<string, unknown> {
    const own = [...vertex.values].map(([name, value]) => [name, json(value)] as const);
    const attached = this.#query.vertexAccums.map(({ name }) => {
      return [`@${name}`, json(this.#accumulator(this.#state, vertex, name).value)] as const;
    });
    return Object.fromEntries([['id', vertex.id], ...own, ...attached]);
  }
}

function sumOf(values: readonly Value[]): Value {
  const sum = new Accumulator({
    kind: 'SumAccum',
    element: typeof values[0] === 'number' ? 'DOUBLE' : 'INT',
  });
  for (const value of values) sum.add([value]);
  return sum.value;
}

/** Runs a query on `data`, which it may change; returns the query's output. */
export function interpret(schema: Schema, data: Data, query: Query): Record<string, unknown>[] {
  const interpreter = new Interpreter(schema, data, query);
  interpreter.run();
  return interpreter.results;
}
