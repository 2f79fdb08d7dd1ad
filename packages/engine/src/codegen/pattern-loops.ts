/** Operators of a pattern to nested loops. */
import type { Ast } from '@acacia/language';
import type { Operator, PatternPlan } from '../plan/operators.ts';
import type { Pattern, PatternEdge, PatternNode } from '../plan/pattern.ts';
import type { HopDirection } from '../run/library/patterns.ts';
import { comparison } from './arithmetic.ts';
import { type Code, js, list, literal } from './code.ts';
import { attributeOfEdge, attributeOfVertex } from './attributes.ts';
import { compileExpr, condition, guard, needsOf, sourceNamed } from './expressions.ts';
import { fault } from './fault.ts';
import { EdgeAlias, type Unit, VertexAlias } from './unit.ts';

/** What is worked out before the loops: the vertices that each node may be. */
interface PatternSources {
  /** Code of the VertexSet of a node; null: any vertex. */
  readonly sets: readonly (Code | null)[];
  readonly declarations: Code;
}

/** Vertex types that a node can have, as far as its sources name types; null: any. */
export const nodeTypes = (unit: Unit, node: PatternNode): readonly string[] | null => {
  for (const names of node.sources) {
    if (names.length > 0 && names.every((name) => unit.lookup(name.text) === undefined)) {
      const types = names.map((name) => name.text);
      if (!types.includes('ANY') && !types.includes('_')) return types;
    }
  }
  return null;
};

export const compileSources = (unit: Unit, pattern: Pattern): PatternSources => {
  const declarations: Code[] = [];
  const sets = pattern.nodes.map((node) => {
    const unions = node.sources.map((names) => {
      const sources = names.map((name) => {
        const isType = unit.schema.vertexTypes.some((type) => type.name === name.text);
        if (unit.lookup(name.text) === undefined && !isType && name.text !== 'ANY' && name.text !== '_') {
          throw fault(name.span, `${name.text} is neither a vertex type nor a vertex set.`);
        }
        return sourceNamed(unit, name.text);
      });
      return sources.reduce((union, source) => js`${union}.union(${source})`);
    });
    const [first, ...rest] = unions;
    if (first === undefined) return null;
    const id = unit.names.fresh();
    declarations.push(js`const ${id} = ${rest.reduce((all, one) => js`${all}.intersect(${one})`, first)};`);
    return id;
  });
  return { sets, declarations: js`${declarations}` };
};

interface LoopsInput {
  readonly pattern: Pattern;
  readonly plan: PatternPlan;
  readonly sources: PatternSources;
  /** Counter variables of the profile, one per operator. */
  readonly counters: readonly Code[];
  readonly tick: Code;
  /** Code of the innermost body; called once the aliases are bound in the scope. */
  readonly body: () => Code;
}

/** Loops over all rows of the pattern, with `body` inside. */
export const patternLoops = (unit: Unit, input: LoopsInput): Code =>
  unit.scoped(() => new Loops(unit, input).build());

class Loops {
  readonly #unit: Unit;
  readonly #input: LoopsInput;
  readonly #nodes = new Map<number, VertexAlias>();
  /** Loops over types, which stand outside of those over vertices as long as types do not depend on rows. */
  readonly #outer: ((inside: Code) => Code)[] = [];
  readonly #declared: Code[] = [];
  #hoisting = true;
  #current = 0;
  /** The operator that binds each alias. */
  readonly #boundAt = new Map<string, number>();

  constructor(unit: Unit, input: LoopsInput) {
    this.#unit = unit;
    this.#input = input;
  }

  build(): Code {
    const inner = this.#operator(0);
    const loops = this.#outer.reduceRight((inside, wrap) => wrap(inside), inner);
    return js`${this.#declared}\n${loops}`;
  }

  #operator(index: number): Code {
    const operator = this.#input.plan.operators[index];
    if (operator === undefined) return this.#body();
    this.#current = index;
    switch (operator.kind) {
      case 'scan':
        return this.#scan(operator, index);
      case 'expand':
        return this.#expand(operator, index);
      case 'close':
        return this.#close(operator, index);
    }
  }

  /** The body; the aliases of all operators but the last have loops inside. */
  #body(): Code {
    const unit = this.#unit;
    const before = unit.outerAliases;
    const inner = this.#input.plan.operators.length - 1;
    const bound = [...this.#boundAt].filter(([, operator]) => operator < inner).map(([name]) => name);
    unit.outerAliases = new Set(bound);
    try {
      return this.#input.body();
    } finally {
      unit.outerAliases = before;
    }
  }

  #isLast(index: number): boolean {
    return index === this.#input.plan.operators.length - 1;
  }

  #repeats(operator: Extract<Operator, { kind: 'expand' }>): boolean {
    return this.#edge(operator.edge).repeat !== undefined;
  }

  /** Counts rows of work and lets a stop request through after some thousand. */
  #tick(amount: Code): Code {
    const { tick } = this.#input;
    return js`if ((${tick} += ${amount}) > 4095) { ${tick} = 0; ${this.#unit.call('check')}; }`;
  }

  /** The filters of an operator, its counter, then the operators after it. */
  #rest(operator: Operator, index: number, own: readonly Code[]): Code {
    const unit = this.#unit;
    const tests = unit.within(unit.clause === null ? null : { ...unit.clause, kind: 'where' }, () => [
      ...own,
      ...operator.filters.map((filter) => condition(unit, filter)),
    ]);
    const counter = this.#input.counters[index];
    const count = counter === undefined ? js`` : js`${counter} += 1;`;
    // The innermost loop over neighbours counts a whole list at once, before it.
    const counted = operator.kind === 'expand' && this.#isLast(index) && !this.#repeats(operator);
    const tick = counted ? js`` : this.#tick(literal(1));
    const next = this.#operator(index + 1);
    return js`${tick}\n${tests.map((test) => js`if (!(${test})) continue;`)}\n${count}\n${next}`;
  }

  #node(index: number): PatternNode {
    return this.#input.pattern.nodes[index] as PatternNode;
  }

  #bindNode(index: number): VertexAlias {
    const node = this.#node(index);
    const alias = new VertexAlias(this.#unit.names, nodeTypes(this.#unit, node));
    this.#nodes.set(index, alias);
    if (node.name !== undefined) this.#boundAt.set(node.name, this.#current);
    if (node.name !== undefined) this.#unit.bind(node.name, { kind: 'vertex', alias });
    return alias;
  }

  /** Tests of `{name: value}` in a V3 vertex or edge pattern. */
  #properties(owner: VertexAlias | EdgeAlias, properties: Ast.VertexPattern['properties']): readonly Code[] {
    return properties.map(({ name, value }) => {
      const member = { kind: 'member', target: value, name, span: value.span } as const;
      const column =
        owner instanceof VertexAlias
          ? attributeOfVertex(this.#unit, owner, member)
          : attributeOfEdge(this.#unit, owner, member);
      const wanted = compileExpr(this.#unit, value, column.type);
      return js`${guard(needsOf(column, wanted))}${comparison(this.#unit, '==', column, wanted)}`;
    });
  }

  #scan(operator: Extract<Operator, { kind: 'scan' }>, index: number): Code {
    const unit = this.#unit;
    const alias = this.#bindNode(operator.node);
    const all = this.#input.sources.sets[operator.node] ?? js`X.allVertices()`;
    const set = unit.names.fresh();
    const key = operator.key === undefined ? undefined : compileExpr(unit, operator.key);
    const members = key === undefined ? all : js`${all}.withId(String(${key.code}), X.snapshot)`;
    this.#declared.push(js`const ${set} = ${members};`);
    const part = unit.names.fresh();
    const numbers = unit.names.fresh();
    const at = unit.names.fresh();
    const wrap = (inside: Code): Code => js`for (const ${part} of ${set}.parts) {
const ${alias.typeIndex} = ${part}.typeIndex, ${numbers} = ${part}.members;
${alias.prelude()}
${inside}
}`;
    const hoisted = this.#hoisting;
    if (hoisted) this.#outer.push(wrap);
    const rest = this.#rest(operator, index, this.#properties(alias, this.#node(operator.node).properties));
    const loop = js`for (let ${at} = 0; ${at} < ${numbers}.length; ${at}++) {
const ${alias.number} = ${numbers}[${at}];
${alias.rowPrelude()}
${rest}
}`;
    return hoisted ? loop : wrap(loop);
  }

  #edge(index: number): PatternEdge {
    return this.#input.pattern.edges[index] as PatternEdge;
  }

  #bindEdge(edge: PatternEdge): EdgeAlias {
    const names = edge.steps.map((step) => step.name?.text);
    const isType = (name: string | undefined): name is string =>
      name !== undefined && this.#unit.lookup(name) === undefined;
    const types = names.every(isType) ? this.#baseTypes(names) : null;
    const alias = new EdgeAlias(this.#unit.names, types);
    if (edge.name !== undefined) this.#unit.bind(edge.name, { kind: 'edge', alias });
    return alias;
  }

  /** A reverse type has the attributes of the type that it is the reverse of. */
  #baseTypes(names: readonly string[]): readonly string[] {
    return names.map((name) => {
      const type = this.#unit.schema.edgeTypes.find((known) => known.name === name);
      return type?.reverseOf ?? name;
    });
  }

  /** Declares the ways to leave vertices over an edge; the identifier of the table by type. */
  #hops(edge: PatternEdge, backward: boolean): Code {
    const unit = this.#unit;
    const steps = edge.steps.map((step) => {
      const direction = backward ? OPPOSITE[step.direction] : step.direction;
      return js`{ names: ${this.#stepNames(step)}, direction: ${literal(direction)} }`;
    });
    const id = unit.names.fresh();
    const far = edge.repeat === undefined ? this.#input.sources.sets[backward ? edge.from : edge.to] : null;
    this.#declared.push(
      js`const ${id} = ${unit.call('hops', js`X`, js`[${list(steps)}]`, far ?? literal(null))};`,
    );
    return id;
  }

  #stepNames(step: Ast.EdgeStep): Code {
    const name = step.name;
    if (name === undefined) return literal(null);
    const binding = this.#unit.lookup(name.text);
    if (binding?.kind === 'variable') return this.#unit.call('edgeNames', binding.code);
    if (!this.#unit.schema.edgeTypes.some((type) => type.name === name.text)) {
      throw fault(name.span, `${name.text} is neither an edge type nor a parameter.`);
    }
    return js`[${literal(name.text)}]`;
  }

  #expand(operator: Extract<Operator, { kind: 'expand' }>, index: number): Code {
    const unit = this.#unit;
    const edge = this.#edge(operator.edge);
    const from = this.#nodes.get(operator.backward ? edge.to : edge.from) as VertexAlias;
    const reachedNode = operator.backward ? edge.from : edge.to;
    if (edge.repeat !== undefined) return this.#repeat(operator, index, edge, from, reachedNode);
    const hops = this.#hops(edge, operator.backward);
    const to = this.#bindNode(reachedNode);
    const alias = this.#bindEdge(edge);
    const { config, offsets, neighbours, rows, filter, at, end } = this.#fresh();
    const wrap = (
      inside: Code,
    ): Code => js`for (const ${config} of ${unit.call('hopsFrom', hops, from.typeIndex)}) {
const ${offsets} = ${config}.offsets, ${neighbours} = ${config}.neighbours, ${rows} = ${config}.rows;
const ${to.typeIndex} = ${config}.toType, ${filter} = ${config}.filter;
const ${alias.ordinal} = ${config}.ordinal, ${alias.base} = ${config}.edgeBase;
${to.prelude()}
${alias.prelude()}
${inside}
}`;
    // With many edge types the combinations would multiply the scans: then the types stay inside.
    const hoisted = this.#hoisting && edge.steps.length === 1 && edge.steps[0]?.name !== undefined;
    if (hoisted) this.#outer.push(wrap);
    else this.#hoisting = false;
    const own = [
      js`${filter} === null || ${filter}[${to.number}] === 1`,
      ...this.#properties(to, this.#node(reachedNode).properties),
      ...this.#properties(alias, edge.properties),
    ];
    const rest = this.#rest(operator, index, own);
    const start = this.#unit.names.fresh();
    const whole = this.#isLast(index) ? this.#tick(js`${end} - ${start}`) : js``;
    const loop = js`const ${start} = ${offsets}[${from.number}], ${end} = ${offsets}[${from.number} + 1];
${whole}
for (let ${at} = ${start}; ${at} < ${end}; ${at}++) {
const ${to.number} = ${neighbours}[${at}];
${rest.includes(alias.row) ? js`const ${alias.row} = ${rows}[${at}];` : js``}
${to.rowPrelude()}
${rest}
}`;
    return hoisted ? loop : wrap(loop);
  }

  #fresh(): Readonly<Record<'config' | 'offsets' | 'neighbours' | 'rows' | 'filter' | 'at' | 'end', Code>> {
    const { names } = this.#unit;
    return {
      config: names.fresh(),
      offsets: names.fresh(),
      neighbours: names.fresh(),
      rows: names.fresh(),
      filter: names.fresh(),
      at: names.fresh(),
      end: names.fresh(),
    };
  }

  #close(operator: Extract<Operator, { kind: 'close' }>, index: number): Code {
    const unit = this.#unit;
    const edge = this.#edge(operator.edge);
    const from = this.#nodes.get(edge.from) as VertexAlias;
    const to = this.#nodes.get(edge.to) as VertexAlias;
    if (edge.repeat !== undefined) return this.#repeatClose(operator, index, edge, from, to);
    const hops = this.#hops(edge, false);
    const alias = this.#bindEdge(edge);
    const { config, at, end, neighbours, rows, offsets } = this.#fresh();
    this.#hoisting = false;
    const own = this.#properties(alias, edge.properties);
    const rest = this.#rest(operator, index, own);
    const start = unit.call('lowerBound', neighbours, js`${offsets}[${from.number}]`, end, to.number);
    return js`for (const ${config} of ${unit.call('hopsFrom', hops, from.typeIndex)}) {
if (${config}.toType !== ${to.typeIndex}) continue;
const ${offsets} = ${config}.offsets, ${neighbours} = ${config}.neighbours, ${rows} = ${config}.rows;
const ${alias.ordinal} = ${config}.ordinal, ${alias.base} = ${config}.edgeBase;
${alias.prelude()}
const ${end} = ${offsets}[${from.number} + 1];
for (let ${at} = ${start}; ${at} < ${end} && ${neighbours}[${at}] === ${to.number}; ${at}++) {
const ${alias.row} = ${rows}[${at}];
${rest}
}
}`;
  }

  #reached(edge: PatternEdge, backward: boolean, from: VertexAlias, far: Code | null | undefined): Code {
    const { min, max } = edge.repeat ?? { min: 1, max: 1 };
    const hops = this.#hops(edge, backward);
    const repeater = this.#unit.names.fresh();
    this.#declared.push(js`const ${repeater} = ${this.#unit.call('repeater', js`X`)};`);
    const args = list([hops, far ?? literal(null), from.ref, literal(min), literal(max)]);
    return js`${repeater}.from(${args})`;
  }

  #repeat(
    operator: Operator,
    index: number,
    edge: PatternEdge,
    from: VertexAlias,
    reachedNode: number,
  ): Code {
    const { names } = this.#unit;
    const backward = reachedNode === edge.from;
    const reached = this.#reached(edge, backward, from, this.#input.sources.sets[reachedNode]);
    const to = this.#bindNode(reachedNode);
    this.#hoisting = false;
    const rest = this.#rest(operator, index, this.#properties(to, this.#node(reachedNode).properties));
    const [ends, at, path] = [names.fresh(), names.fresh(), names.fresh()];
    return js`const ${ends} = ${reached};
for (let ${at} = 0; ${at} < ${ends}.numbers.length; ${at}++) {
const ${to.typeIndex} = ${ends}.types[${at}], ${to.number} = ${ends}.numbers[${at}];
${to.prelude()}
${to.rowPrelude()}
for (let ${path} = 0; ${path} < ${ends}.paths[${at}]; ${path}++) {
${rest}
}
}`;
  }

  #repeatClose(
    operator: Operator,
    index: number,
    edge: PatternEdge,
    from: VertexAlias,
    to: VertexAlias,
  ): Code {
    const { names } = this.#unit;
    const target = this.#unit.call('single', js`X`, to.ref);
    const reached = this.#reached(edge, false, from, target);
    this.#hoisting = false;
    const rest = this.#rest(operator, index, []);
    const [ends, path] = [names.fresh(), names.fresh()];
    return js`const ${ends} = ${reached};
for (let ${path} = 0; ${path} < (${ends}.paths[0] ?? 0); ${path}++) {
${rest}
}`;
  }
}

const OPPOSITE: Readonly<Record<Ast.Direction, HopDirection>> = {
  out: 'in',
  in: 'out',
  undirected: 'undirected',
  any: 'any',
  unspecified: 'backward',
};
