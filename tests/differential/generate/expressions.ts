/** Random expressions: well typed, with one value whatever the order of rows. */
import type { Random } from '../../random.ts';
import { type Schema, below, randomValue } from '../graph.ts';
import type { AccumDeclaration, AccumType, Expr, Input, Scalar } from '../program.ts';

/** Attributes of every vertex type. */
export const ATTRIBUTES: Readonly<Record<Scalar, readonly string[]>> = {
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

export interface Names {
  readonly vertices: readonly string[];
  readonly edges: readonly string[];
  /** Variables and locals by name. */
  readonly scalars: ReadonlyMap<string, Scalar>;
  /** Accumulators that may be read here. */
  readonly globals: readonly AccumDeclaration[];
  readonly attached: readonly AccumDeclaration[];
  /** Whether `'` (the previous value) is allowed. */
  readonly previous: boolean;
  readonly sets: readonly string[];
}

export const holdsVertices = (type: AccumType): boolean => 'element' in type && type.element === 'VERTEX';

/** The type of an accumulator's value; null: a container, or nothing to calculate with. */
export function scalarOf(type: AccumType): Scalar | null {
  switch (type.kind) {
    case 'SumAccum':
    case 'MinAccum':
    case 'MaxAccum':
      return type.element === 'INT' ? 'int' : type.element === 'DOUBLE' ? 'double' : 'string';
    case 'OrAccum':
    case 'AndAccum':
      return 'bool';
    default:
      // Averages are no exact doubles: values computed from them depend on the order of additions.
      return null;
  }
}

const SCALARS = ['int', 'double', 'string', 'bool'] as const;

export class Expressions {
  readonly #random: Random;
  readonly #schema: Schema;

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

  type(): Scalar {
    return this.#random.pick(SCALARS);
  }

  /** A random input for an accumulator of a type. */
  input(type: AccumType, names: Names): Input {
    switch (type.kind) {
      case 'MapAccum':
        return [this.of(type.key === 'INT' ? 'int' : 'string', names, 1), ...this.input(type.value, names)];
      case 'GroupByAccum':
        return [this.of('string', names, 1), this.of('int', names, 1), ...this.input(type.value, names)];
      case 'HeapAccum':
        return [this.of('int', names, 1), this.of('string', names, 1)];
      case 'SetAccum':
      case 'BagAccum':
      case 'ListAccum':
        if (type.element === 'VERTEX') return [{ kind: 'vertex', alias: this.#random.pick(names.vertices) }];
        return [this.of(type.element === 'INT' ? 'int' : 'string', names, 2)];
      case 'AvgAccum':
        return [this.of('double', names, 1)];
      default:
        return [this.of(scalarOf(type) as Scalar, names, 2)];
    }
  }

  of(type: Scalar, names: Names, depth: number): Expr {
    if (depth <= 0 || this.#chance(0.25)) return this.#leaf(type, names);
    if (this.#chance(0.08)) {
      return {
        kind: 'case',
        branches: [[this.of('bool', names, depth - 1), this.of(type, names, depth - 1)]],
        otherwise: this.of(type, names, depth - 1),
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
    const operand = (): Expr => this.of('int', names, depth - 1);
    switch (this.#below(7)) {
      case 0:
        return { kind: 'call', name: 'abs', of: operand() };
      case 1:
        return { kind: 'call', name: 'length', of: this.of('string', names, depth - 1) };
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
    const operand = (): Expr => this.of('double', names, depth - 1);
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
    const operand = (): Expr => this.of('string', names, depth - 1);
    switch (this.#below(4)) {
      case 0:
        return { kind: 'call', name: this.#random.pick(['lower', 'upper'] as const), of: operand() };
      case 1:
        return { kind: 'call', name: 'to_string', of: this.of('int', names, depth - 1) };
      default:
        return { kind: 'binary', op: '+', left: operand(), right: operand(), type: 'string' };
    }
  }

  #truth(names: Names, depth: number): Expr {
    const operand = (): Expr => this.of('bool', names, depth - 1);
    const type = this.#random.pick(['int', 'double', 'string'] as const);
    const scalar = (): Expr => this.of(type, names, depth - 1);
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
        item: this.of('string', names, depth - 1),
        pattern: this.#random.pick(['%', 'a%', '%b', '_', '%a%']),
      };
    if (kind === 6 && containers.length > 0) {
      const { name, type: accum } = this.#random.pick(containers);
      const element = 'element' in accum && accum.element === 'INT' ? 'int' : 'string';
      return {
        kind: 'contains',
        of: { kind: 'globalAccum', name },
        item: this.of(element, names, depth - 1),
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
