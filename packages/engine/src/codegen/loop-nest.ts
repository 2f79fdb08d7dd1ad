/** Compiles the operators of a pattern to one nest of loops. */
import type { Operator, PatternPlan } from '../plan/operators.ts';
import type { Pattern, PatternEdge, PatternNode } from '../plan/pattern.ts';
import { type Code, empty, js, literal } from './code.ts';
import { condition } from './expressions.ts';
import { intersection } from './intersect-loops.ts';
import { compileBranch } from './counted-branches.ts';
import { bindEdge, hopsOf, nodeTypes, propertyTests } from './pattern-parts.ts';
import { type PatternSources, scanned } from './pattern-sources.ts';
import { preparedHops } from './prepared-hops.ts';
import { reachedOver, repeatLoop, repeatTest } from './repeat-loops.ts';
import { ROWS } from './repeated-rows.ts';
import { type Frame, rowFunction } from './row-function.ts';
import { SAFE_INT } from './types.ts';
import { type AliasBase, type Unit, VertexAlias } from './unit.ts';

export interface LoopsInput {
  readonly pattern: Pattern;
  readonly plan: PatternPlan;
  readonly sources: PatternSources;
  /** The vertices that the first operator starts from. */
  readonly start: Code;
  /** Counter variables of the profile, one per operator. */
  readonly counters: readonly Code[];
  /** Code that marks, for the profile, the operator that is at work on a row. */
  readonly marks: readonly Code[];
  readonly tick: Code;
  /** Code of a value that a thread computes once for all parts that it runs. */
  readonly keep: (value: (kept: Code, place: number) => Code) => Code;
  /** Present when the loop over rows may be moved to a separate function. */
  readonly frame?: Frame;
  /** Code of the innermost body; called once the aliases are bound in the scope. */
  readonly body: () => Code;
}

interface NestInput extends LoopsInput {
  /** The rows that the nest before gathered, from which this one continues. */
  readonly from?: Code | undefined;
  /** The collector of the rows; absent: the rows go to the body. */
  readonly into?: Code;
}

/** Operators that match a part of the pattern. */
type MatchOperator = Exclude<Operator, { kind: 'count' | 'gather' }>;

/** Loops over the rows from a start up to the body or to where rows are gathered. */
export const loopNest = (unit: Unit, input: NestInput): Code =>
  unit.scoped(() => new Nest(unit, input).build());

class Nest {
  readonly #unit: Unit;
  readonly #input: NestInput;
  readonly #nodes = new Map<number, VertexAlias>();
  /** Loops over types, which are outside of those over vertices as long as types do not depend on rows. */
  readonly #outer: ((inside: Code) => Code)[] = [];
  readonly #declared: Code[] = [];
  #hoisting = true;
  /** Whether every neighbour in the innermost loop gives a row. */
  #everyRow = false;
  #loopStart: Unit['loopStart'] = null;
  /** The aliases that were bound last. */
  #innermost: readonly AliasBase[] = [];
  /** Code of the number of rows that one row stands for; null: 1. */
  #rows: Code | null = null;

  constructor(unit: Unit, input: NestInput) {
    this.#unit = unit;
    this.#input = input;
  }

  build(): Code {
    const inner = this.#operator(0);
    const around = (inside: Code): Code =>
      js`${this.#declared}\n${this.#outer.reduceRight((code, wrap) => wrap(code), inside)}`;
    const { frame, tick, from, into } = this.#input;
    if (frame === undefined || from !== undefined || into !== undefined) return around(inner);
    return rowFunction(this.#unit, frame, tick, inner, around);
  }

  #operator(index: number): Code {
    const operator = this.#input.plan.operators[index];
    if (operator === undefined) return this.#body();
    switch (operator.kind) {
      case 'scan':
        return this.#scan(operator, index);
      case 'expand':
        return this.#expand(operator, index);
      case 'close':
        return this.#close(operator, index);
      case 'intersect':
        return this.#intersect(operator, index);
      case 'count':
        return this.#count(operator, index);
      case 'gather':
        return this.#gather(operator);
    }
  }

  /** The body; the aliases of all operators but the last have loops inside. */
  #body(): Code {
    const unit = this.#unit;
    const depth = this.#input.plan.operators.length - 1;
    const work = (): Code => {
      const code = unit.atDepth(depth, this.#input.body, this.#everyRow ? this.#loopStart : null);
      return js`${this.#innermost.map((alias) => alias.taken())}\n${code}`;
    };
    if (this.#rows === null || !this.#input.plan.weighted) return work();
    const rows = unit.names.fresh();
    unit.bind(ROWS, { kind: 'variable', code: rows, type: SAFE_INT, invariant: false });
    return js`const ${rows} = ${this.#rows};
if (${rows} > ${literal(Number.MAX_SAFE_INTEGER)}) ${unit.call('exactRows', rows)};
${work()}`;
  }

  #isLast(index: number): boolean {
    return index === this.#input.plan.operators.length - 1;
  }

  /** Whether an operator is the innermost loop over neighbours. */
  #countsLists(index: number): boolean {
    const operator = this.#input.plan.operators[index];
    if (operator?.kind !== 'expand' || !this.#isLast(index)) return false;
    return this.#edge(operator.edge).repeat === undefined;
  }

  /** Counts rows of work and checks for a stop request after every few thousand. */
  #tick(amount: Code): Code {
    const { tick } = this.#input;
    return js`if ((${tick} += ${amount}) > 4095) { ${tick} = 0; ${this.#unit.call('check')}; }`;
  }

  #mark(index: number): Code {
    return this.#input.marks[index] ?? empty;
  }

  /** The filters of an operator, its counter, then the operators after it. */
  #rest(
    operator: MatchOperator,
    index: number,
    own: () => readonly Code[],
    aliases: readonly AliasBase[],
  ): Code {
    const unit = this.#unit;
    for (const alias of aliases) alias.depth = index;
    const taken = (): Code => js`${aliases.map((alias) => alias.taken())}`;
    const tests = unit.atDepth(index, () =>
      unit.within(unit.clause === null ? null : { ...unit.clause, kind: 'where' }, () =>
        [...own(), ...operator.filters.map((filter) => () => condition(unit, filter))].map((test) => {
          const code = typeof test === 'function' ? test() : test;
          return js`${taken()}\nif (!(${code})) continue;`;
        }),
      ),
    );
    this.#everyRow = tests.length === 0;
    this.#innermost = aliases;
    const counter = this.#input.counters[index];
    const count = counter === undefined ? js`` : js`${counter} += 1;`;
    // The innermost loop over neighbours counts a whole list at once, before it, with the row that it leaves.
    const counted = this.#countsLists(index) || (tests.length === 0 && this.#countsLists(index + 1));
    const tick = counted ? js`` : this.#tick(literal(1));
    const next = this.#operator(index + 1);
    const met = aliases.map((alias) => alias.rowEnd());
    return js`${this.#mark(index)}${tick}\n${tests}\n${count}\n${next}\n${met}`;
  }

  #node(index: number): PatternNode {
    return this.#input.pattern.nodes[index] as PatternNode;
  }

  #bindNode(index: number): VertexAlias {
    const node = this.#node(index);
    const alias = new VertexAlias(this.#unit.names, nodeTypes(this.#unit, node));
    this.#nodes.set(index, alias);
    if (node.name !== undefined) this.#unit.bind(node.name, { kind: 'vertex', alias });
    return alias;
  }

  #scan(operator: Extract<Operator, { kind: 'scan' }>, index: number): Code {
    const unit = this.#unit;
    const alias = this.#bindNode(operator.node);
    const { start, sources } = this.#input;
    const set = index === 0 ? start : unit.names.fresh();
    if (index > 0) {
      this.#declared.push(js`const ${set} = ${scanned(unit, sources.sets[operator.node], operator.key)};`);
    }
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
    const own = () => propertyTests(this.#unit, alias, this.#node(operator.node).properties);
    if (index === 0 && this.#input.from !== undefined) {
      this.#rows = js`${alias.hoist('rows', js`${part}.rows`)}[${alias.number}]`;
    }
    const rest = this.#rest(operator, index, own, [alias]);
    const loop = js`for (let ${at} = 0; ${at} < ${numbers}.length; ${at}++) {
const ${alias.number} = ${numbers}[${at}];
${alias.rowPrelude()}
${rest}
}`;
    return hoisted ? loop : wrap(loop);
  }

  /** Rows without a match of the branch end here; the number of the others is kept when it matters. */
  #count(operator: Extract<Operator, { kind: 'count' }>, index: number): Code {
    const unit = this.#unit;
    const { pattern, sources, plan } = this.#input;
    const alias = this.#nodes.get(operator.node) as VertexAlias;
    const counter = compileBranch(
      unit,
      {
        pattern,
        sets: sources.sets,
        whole: sources.whole,
        tick: (amount) => this.#tick(amount),
        declared: this.#declared,
        keep: this.#input.keep,
        exact: plan.weighted,
      },
      operator.branch,
    );
    const matches = js`${alias.hoist(`branch ${counter}`, js`${counter}(${alias.typeIndex})`)}(${alias.number})`;
    return this.#times(matches, index);
  }

  /** Code of the operators after one that multiplies rows. */
  #times(matches: Code, index: number): Code {
    const rows = this.#unit.names.fresh();
    const all = this.#rows === null ? matches : js`${this.#rows} * ${matches}`;
    if (this.#input.plan.weighted) this.#rows = rows;
    this.#everyRow = false;
    const counted = this.#input.counters[index];
    const next = this.#operator(index + 1);
    return js`${this.#mark(index)}const ${rows} = ${all};
if (${rows} !== 0) {
${counted === undefined ? js`` : js`${counted} += 1;`}
${next}
}`;
  }

  #intersect(operator: Extract<Operator, { kind: 'intersect' }>, index: number): Code {
    const unit = this.#unit;
    const [edge, other] = [this.#edge(operator.edge), this.#edge(operator.closing)];
    const [near, reachedNode] = operator.backward ? [edge.to, edge.from] : [edge.from, edge.to];
    const far = other.from === reachedNode ? other.to : other.from;
    const hops = [
      this.#hops(edge, operator.backward),
      this.#hops(other, other.from === reachedNode),
    ] as const;
    const reached = this.#bindNode(reachedNode);
    const edges = [bindEdge(unit, edge), bindEdge(unit, other)] as const;
    const code = intersection(unit, {
      near: this.#nodes.get(near) as VertexAlias,
      far: this.#nodes.get(far) as VertexAlias,
      reached,
      edges,
      hops,
      declare: (value) =>
        keepIn(
          unit,
          this.#declared,
          this.#input.keep(() => value),
        ),
    });
    const hoisted =
      this.#hoisting && [edge, other].every(({ steps }) => steps.length === 1 && steps[0]?.name);
    if (hoisted) this.#outer.push(code.wrap);
    else this.#hoisting = false;
    const tick = this.#tick(code.work);
    if (operator.counted) {
      const counted = js`${tick}\n${this.#times(code.count, index)}`;
      return hoisted ? counted : code.wrap(counted);
    }
    const own = () => [
      js`${code.filter} === null || ${code.filter}[${reached.number}] === 1`,
      ...propertyTests(unit, reached, this.#node(reachedNode).properties),
      ...propertyTests(unit, edges[0], edge.properties),
      ...propertyTests(unit, edges[1], other.properties),
    ];
    const loop = js`${tick}\n${this.#mark(index)}${code.loop(() => this.#rest(operator, index, own, [reached, ...edges]))}`;
    return hoisted ? loop : code.wrap(loop);
  }

  #gather(operator: Extract<Operator, { kind: 'gather' }>): Code {
    const { into } = this.#input;
    const alias = this.#nodes.get(operator.node) as VertexAlias;
    const page = alias.hoist('gathered', js`${into ?? empty}.page(${alias.typeIndex})`);
    const bits = alias.hoist('gathered bits', js`${page}.bits`);
    const rows = alias.hoist('gathered rows', js`${page}.rows`);
    return js`if (${bits}[${alias.number}] === 0) ${page}.push(${alias.number});
${rows}[${alias.number}] += ${this.#rows ?? literal(1)};`;
  }

  #edge(index: number): PatternEdge {
    return this.#input.pattern.edges[index] as PatternEdge;
  }

  /** Declares the ways to leave vertices over an edge; the identifier of the table by type. */
  #hops(edge: PatternEdge, backward: boolean): Code {
    const unit = this.#unit;
    const id = unit.names.fresh();
    const far = edge.repeat === undefined ? this.#input.sources.sets[backward ? edge.from : edge.to] : null;
    const hops = this.#input.keep(() => hopsOf(unit, edge, backward, far ?? null));
    this.#declared.push(js`const ${id} = ${hops};`);
    return id;
  }

  #expand(operator: Extract<Operator, { kind: 'expand' }>, index: number): Code {
    const unit = this.#unit;
    const edge = this.#edge(operator.edge);
    const from = this.#nodes.get(operator.backward ? edge.to : edge.from) as VertexAlias;
    const reachedNode = operator.backward ? edge.from : edge.to;
    if (edge.repeat !== undefined) return this.#repeat(operator, index, edge, from, reachedNode);
    const hops = this.#hops(edge, operator.backward);
    const to = this.#bindNode(reachedNode);
    const alias = bindEdge(unit, edge);
    const { config, offsets, ends, neighbours, rows, filter, at, end } = this.#fresh();
    const declared =
      (): Code => js`const ${offsets} = ${config}.offsets, ${ends} = ${config}.ends, ${neighbours} = ${config}.neighbours, ${rows} = ${config}.rows;
const ${to.typeIndex} = ${config}.toType, ${filter} = ${config}.filter;
const ${alias.ordinal} = ${config}.ordinal, ${alias.base} = ${config}.edgeBase;
${to.prelude()}
${alias.prelude()}`;
    const wrap = (
      inside: Code,
    ): Code => js`for (const ${config} of ${unit.call('hopsFrom', hops, from.typeIndex)}) {
${declared()}
${inside}
}`;
    // With many edge types the combinations would multiply the scans: then the types stay inside.
    const hoisted = this.#hoisting && edge.steps.length === 1 && edge.steps[0]?.name !== undefined;
    if (hoisted) this.#outer.push(wrap);
    else this.#hoisting = false;
    const own = () => [
      ...(this.#input.sources.whole[reachedNode] === true
        ? []
        : [js`${filter} === null || ${filter}[${to.number}] === 1`]),
      ...propertyTests(this.#unit, to, this.#node(reachedNode).properties),
      ...propertyTests(this.#unit, alias, edge.properties),
    ];
    const kept: Code[] = [];
    if (this.#isLast(index)) this.#loopStart = { alias: from, keep: (value) => keepIn(unit, kept, value) };
    const rest = this.#rest(operator, index, own, [to, alias]);
    this.#loopStart = null;
    const inside = js`${to.rowPrelude()}\n${alias.rowPrelude()}\n${rest}`;
    const start = unit.names.fresh();
    const whole = this.#isLast(index) ? this.#tick(js`${end} - ${start} + 1`) : js``;
    const loop = js`const ${start} = ${offsets}[${from.number}], ${end} = ${ends}[${from.number}];
${whole}
${kept.length === 0 ? js`` : js`if (${start} === ${end}) continue;`}
${kept}
for (let ${at} = ${start}; ${at} < ${end}; ${at}++) {
const ${to.number} = ${neighbours}[${at}];
${inside.includes(alias.row) ? js`const ${alias.row} = ${rows}[${at}];` : js``}
${inside}
}`;
    if (hoisted) return loop;
    const declare = (value: Code): Code => keepIn(unit, this.#declared, value);
    return preparedHops(unit, { hops, from, config, declared: declared(), loop, declare });
  }

  #fresh(): Readonly<
    Record<'config' | 'offsets' | 'ends' | 'neighbours' | 'rows' | 'filter' | 'at' | 'end', Code>
  > {
    const { names } = this.#unit;
    return {
      config: names.fresh(),
      offsets: names.fresh(),
      ends: names.fresh(),
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
    const alias = bindEdge(unit, edge);
    const { config, at, end, neighbours, rows, offsets, ends } = this.#fresh();
    this.#hoisting = false;
    const own = () => propertyTests(this.#unit, alias, edge.properties);
    const rest = this.#rest(operator, index, own, [alias]);
    const start = unit.call('lowerBound', neighbours, js`${offsets}[${from.number}]`, end, to.number);
    return js`for (const ${config} of ${unit.call('hopsFrom', hops, from.typeIndex)}) {
if (${config}.toType !== ${to.typeIndex}) continue;
const ${offsets} = ${config}.offsets, ${ends} = ${config}.ends, ${neighbours} = ${config}.neighbours, ${rows} = ${config}.rows;
const ${alias.ordinal} = ${config}.ordinal, ${alias.base} = ${config}.edgeBase;
${alias.prelude()}
const ${end} = ${ends}[${from.number}];
for (let ${at} = ${start}; ${at} < ${end} && ${neighbours}[${at}] === ${to.number}; ${at}++) {
const ${alias.row} = ${rows}[${at}];
${alias.rowPrelude()}
${rest}
}
}`;
  }

  #reached(edge: PatternEdge, backward: boolean, from: VertexAlias, far: Code | null | undefined): Code {
    const declare = (value: Code): Code => keepIn(this.#unit, this.#declared, value);
    return reachedOver(this.#unit, edge, from, this.#hops(edge, backward), far, declare);
  }

  /** Several walks to a vertex are one row, when the plan says so. */
  #walked(walks: Code | null, rest: () => Code): Code {
    if (walks === null || !this.#input.plan.weighted) return rest();
    const rows = this.#unit.names.fresh();
    const all = this.#rows === null ? walks : js`${this.#rows} * ${walks}`;
    this.#rows = rows;
    return js`const ${rows} = ${all};\n${rest()}`;
  }

  #repeat(
    operator: MatchOperator,
    index: number,
    edge: PatternEdge,
    from: VertexAlias,
    reachedNode: number,
  ): Code {
    const unit = this.#unit;
    const reached = this.#reached(
      edge,
      reachedNode === edge.from,
      from,
      this.#input.sources.sets[reachedNode],
    );
    const to = this.#bindNode(reachedNode);
    this.#hoisting = false;
    const own = () => propertyTests(unit, to, this.#node(reachedNode).properties);
    const loop = repeatLoop(unit, reached, to, this.#input.plan.merged, (walks) =>
      this.#walked(walks, () => this.#rest(operator, index, own, [to])),
    );
    return js`${this.#mark(index)}${loop}`;
  }

  #repeatClose(
    operator: MatchOperator,
    index: number,
    edge: PatternEdge,
    from: VertexAlias,
    to: VertexAlias,
  ): Code {
    const target = this.#unit.call('single', js`X`, to.ref);
    const reached = this.#reached(edge, false, from, target);
    this.#hoisting = false;
    const test = repeatTest(this.#unit, reached, this.#input.plan.merged, (walks) =>
      this.#walked(walks, () => this.#rest(operator, index, () => [], [])),
    );
    return js`${this.#mark(index)}${test}`;
  }
}

function keepIn(unit: Unit, kept: Code[], value: Code): Code {
  const id = unit.names.fresh();
  kept.push(js`const ${id} = ${value};`);
  return id;
}
