/** Compiles a FROM clause with its WHERE: the declarations that the loops need, their start vertices, and the loops. */
import type { Ast } from '@acacia/language';
import type { PatternPlan } from '../plan/operators.ts';
import { patternOf, type Pattern } from '../plan/pattern.ts';
import { planPattern } from '../plan/planner.ts';
import { type RowTrees, rowCost } from '../plan/row-cost.ts';
import type { RowUse } from '../plan/row-use.ts';
import { type Code, empty, js, list, literal } from './code.ts';
import { patternLoops } from './pattern-loops.ts';
import { compileSources, scanned } from './pattern-sources.ts';
import { startSize } from './start-size.ts';
import { NestRows, type RowWork, passed } from './profile.ts';
import type { Frame } from './row-function.ts';
import type { ValueType } from '../library/value-types.ts';
import type { Unit } from './unit.ts';

/** A pattern that is being compiled to loops, for SELECT, UPDATE and DELETE alike. */
export interface PatternBlock {
  readonly from: readonly Ast.PathPattern[];
  readonly where?: Ast.Expr;
  /** The work on each row, as the profile shows it. */
  readonly work?: RowWork;
  /** The expressions evaluated for each row, from which the choice of the start estimates costs. */
  readonly rows?: RowTrees;
}

/** The rows of a pattern as code. */
export interface PatternCode {
  /** Declarations that the loops need. */
  readonly before: Code;
  /** The vertices that the loops start from: a name that `before` declares. */
  readonly start: Code;
  /** The other names that `before` declares and the loops use. */
  readonly shared: readonly Code[];
  readonly loops: Code;
  /** Functions of the query that the loops call. */
  readonly functions: readonly Code[];
  /** Counters that the loops raise, to be declared before them. */
  readonly counters: readonly Code[];
  /** Adds the counters to the profile of the run; `milliseconds` is the duration of the loops. */
  readonly report: (milliseconds: Code) => Code;
  /** Code of a boolean: the loops can run for some of the start vertices at a time. */
  readonly divisible: Code;
  /** Code of a boolean: the loops start from the vertices of the alias. */
  readonly startsAt: (alias: string) => Code;
}

/** The rows of a SELECT. */
export interface SelectRows extends PatternCode {
  /** Code of ACCUM where it runs after all rows; absent: ACCUM is inside the loops. */
  readonly after?: Code;
}

/**
 * Loops over the rows of a pattern. `body` is called once per plan, with the aliases in scope that `use` names
 * (all without it). With `several`, a row may stand for several equal ones, and the name ROWS gives their number.
 */
export function patternCode(
  unit: Unit,
  block: PatternBlock,
  span: Ast.SelectExpr['span'],
  body: (pattern: Pattern, several: boolean) => Code,
  use?: RowUse,
  frame?: Frame,
): PatternCode {
  const pattern = patternOf(block.from);
  const known = unit.functions.length;
  const sources = compileSources(unit, pattern);
  const plans = planPattern({
    pattern,
    schema: unit.schema,
    isVariable: (name) => unit.lookup(name) !== undefined,
    isVertex: (name) => {
      const binding = unit.lookup(name);
      return binding?.kind === 'variable' && binding.type.kind === 'vertex';
    },
    optimise: unit.optimise,
    ...(block.where === undefined ? {} : { where: block.where }),
    ...(use === undefined ? {} : { use }),
    ...(block.rows === undefined ? {} : { addedTo: block.rows.addedTo }),
  });
  const fresh = (): Code => unit.names.fresh();
  const [tick, start, chosen, kept] = [fresh(), fresh(), fresh(), fresh()];
  let places = 0;
  const keep = (value: (values: Code, place: number) => Code): Code => {
    const place = places;
    places += 1;
    return js`(${kept}.values[${literal(place)}] ??= ${value(kept, place)})`;
  };
  const named = sources.sets.flatMap((set) => (set === null ? [] : [set]));
  const variants = plans.map((plan) => {
    const { profiling } = unit;
    const counters = profiling === null ? [] : plan.operators.map(() => unit.names.fresh());
    const rows =
      profiling === null
        ? null
        : new NestRows(unit, profiling, {
            pattern,
            operators: plan.operators,
            counters,
            span,
            work: block.work,
          });
    const outside = frame && {
      names: [start, chosen, ...named, ...frame.names],
      changed: () => [...counters, ...frame.changed()],
    };
    const input = {
      pattern,
      plan,
      sources,
      start,
      counters,
      marks: rows === null ? [] : plan.operators.map((_, index) => rows.mark(index)),
      tick,
      keep,
      ...(outside === undefined ? {} : { frame: outside }),
      body: () => {
        const code = body(pattern, plan.weighted);
        return rows?.body(code) ?? code;
      },
    };
    const report = (time: Code): Code => rows?.report(start, time) ?? empty;
    return { loops: patternLoops(unit, input), counters, report, rows };
  });
  unit.profiling?.plan({
    pattern,
    variables: variablesOf(unit, pattern),
    variants: plans.map((plan, index) => ({
      plan,
      rows: variants[index]?.rows?.rows ?? [],
      work: variants[index]?.rows?.work ?? null,
      weight: rowCost(pattern, plan, block.rows, sources.whole),
    })),
  });
  const starts = plans.map(({ operators: [first] }) =>
    first?.kind === 'scan' ? scanned(unit, sources.sets[first.node], first.key) : js`X.allVertices()`,
  );
  const [one = { loops: empty, counters: [], report: () => empty }] = variants;
  const common = {
    start,
    counters: variants.flatMap(({ counters }) => counters),
    divisible: divisibleWhere(plans, chosen),
    startsAt: (alias: string): Code => {
      const places = plans.flatMap(({ operators: [scan] }, index) =>
        scan?.kind === 'scan' && pattern.nodes[scan.node]?.name === alias ? [index] : [],
      );
      if (plans.length < 2) return literal(places.length > 0);
      const [place] = places;
      return place === undefined ? literal(false) : js`${chosen} === ${literal(place)}`;
    },
    functions: unit.functions.slice(known),
  };
  const keeping = js`const ${kept} = ${unit.call('keptValues')};`;
  if (starts.length < 2) {
    const before = js`${sources.declarations}\n${keeping}\nconst ${start} = ${starts[0] ?? empty};`;
    return { ...one, ...common, before, shared: [kept, ...named], loops: js`let ${tick} = 0;\n${one.loops}` };
  }
  const sets = starts.map((set) => ({ id: unit.names.fresh(), set }));
  const sizes = plans.map((plan, index) => {
    const size = startSize(unit, pattern, plan, sets[index]?.id ?? empty);
    return js`${size} * ${literal(rowCost(pattern, plan, block.rows, sources.whole))}`;
  });
  const before = js`${sources.declarations}
${keeping}
${sets.map(({ id, set }) => js`const ${id} = ${set};`)}
const ${chosen} = ${unit.call('leastOf', js`[${list(sizes)}]`)}, ${start} = [${list(sets.map(({ id }) => id))}][${chosen}];`;
  const either = (codes: readonly Code[]): Code =>
    js`${codes.map((code, index) => js`if (${chosen} === ${literal(index)}) {\n${code}\n}`)}`;
  return {
    ...common,
    before,
    shared: [chosen, kept, ...named],
    loops: js`let ${tick} = 0;\n${either(variants.map(({ loops }) => loops))}`,
    report: (time) => (unit.profiling === null ? empty : either(variants.map(({ report }) => report(time)))),
  };
}

/** Types of the variables among the sources of a pattern. */
const variablesOf = (unit: Unit, { nodes }: Pattern): ReadonlyMap<string, ValueType> =>
  new Map(
    nodes.flatMap(({ sources }) =>
      sources.flat().flatMap(({ text }) => {
        const binding = unit.lookup(text);
        return binding?.kind === 'variable' ? [[text, binding.type] as const] : [];
      }),
    ),
  );

/** `chosen`: the index of the plan that is run, when there are several. */
function divisibleWhere(plans: readonly PatternPlan[], chosen: Code): Code {
  const places = plans.flatMap((plan, index) => (isDivisible(plan) ? [index] : []));
  if (places.length === 0 || places.length === plans.length) return literal(places.length > 0);
  return places.map((place) => js`${chosen} === ${literal(place)}`).join(' || ') as Code;
}

/** Whether a plan can run for some of its start vertices: gathered rows are those of all vertices of the scan. */
const isDivisible = ({ operators }: PatternPlan): boolean =>
  operators.every(
    (operator, index) =>
      operator.kind !== 'gather' && (operator.kind !== 'scan' || index > 0 || operator.key === undefined),
  );

/** The rows of a pattern as one piece of code: the declarations directly followed by the loops. */
export function compilePattern(...args: Parameters<typeof patternCode>): Code {
  const { before, start: from, counters, loops, report } = patternCode(...args);
  const [unit] = args;
  const begun = unit.names.fresh();
  const start = unit.profiling === null ? empty : js`X.threads = 1;\nconst ${begun} = performance.now();`;
  const time = js`performance.now() - ${begun}`;
  return js`${before}\n${declaredCounters(counters)}\n${start}\n${loops}\n${report(time)}\n${passed(unit, js`${from}.size`, null)}`;
}

export const declaredCounters = (counters: readonly Code[]): Code =>
  js`${counters.map((counter) => js`let ${counter} = 0;`)}`;
