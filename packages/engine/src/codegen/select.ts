/** SELECT blocks: each becomes a function beside the body of the query. */
import type { Ast } from '@acacia/language';
import { namesIn, walk } from '../plan/aliases.ts';
import { patternOf, type Pattern } from '../plan/pattern.ts';
import { planPattern } from '../plan/planner.ts';
import { type Code, empty, js, list, literal } from './code.ts';
import { compileDml } from './dml.ts';
import { compileExpr, condition, guard } from './expressions.ts';
import { fault } from './fault.ts';
import { compileSources, nodeTypes, patternLoops } from './pattern-loops.ts';
import { profileRows } from './profile.ts';
import { SAFE_INT } from './types.ts';
import { type Clause, type Unit, VertexAlias } from './unit.ts';

/** A pattern that is being compiled to loops, for SELECT, UPDATE and DELETE alike. */
interface PatternBlock {
  readonly from: readonly Ast.PathPattern[];
  readonly where?: Ast.Expr;
}

/** Loops over the rows of a pattern. `body` is called once per plan, with the aliases in scope. */
export const compilePattern = (
  unit: Unit,
  block: PatternBlock,
  span: Ast.SelectExpr['span'],
  body: (pattern: Pattern) => Code,
): Code => {
  const pattern = patternOf(block.from);
  const sources = compileSources(unit, pattern);
  const plans = planPattern({
    pattern,
    schema: unit.schema,
    isVariable: (name) => unit.lookup(name) !== undefined,
    optimise: unit.optimise,
    ...(block.where === undefined ? {} : { where: block.where }),
  });
  const tick = unit.names.fresh();
  const variants = plans.map((plan) => {
    const counters = unit.profile ? plan.operators.map(() => unit.names.fresh()) : [];
    const loops = patternLoops(unit, { pattern, plan, sources, counters, tick, body: () => body(pattern) });
    if (!unit.profile) return loops;
    return profileRows(unit, pattern, plan, counters, loops, span);
  });
  const [first, second] = variants;
  const chosen =
    first === undefined || second === undefined
      ? (first ?? empty)
      : chooseVariant(plans, sources.sets, first, second);
  return js`${sources.declarations}\nlet ${tick} = 0;\n${chosen}`;
};

const chooseVariant = (
  plans: ReturnType<typeof planPattern>,
  sets: readonly (Code | null)[],
  first: Code,
  second: Code,
): Code => {
  const sizes = plans.map((plan) => {
    const [start] = plan.operators;
    const set = start?.kind === 'scan' ? sets[start.node] : null;
    return set ?? js`X.allVertices()`;
  });
  return js`if (${sizes[0] ?? empty}.size <= ${sizes[1] ?? empty}.size) {\n${first}\n} else {\n${second}\n}`;
};

/** Accumulators that a tree reads and those that it writes. */
const accumulatorsOf = (trees: unknown) => {
  const vertexReads = new Set<string>();
  const vertexWrites = new Set<string>();
  const vertexPrevious = new Set<string>();
  const globalReads = new Set<string>();
  const globalWrites = new Set<string>();
  const assigned = new Set<string>();
  const targets = new Set<unknown>();
  walk(trees, (node) => {
    const written =
      node.kind === 'assign' && 'target' in node
        ? node.target
        : node.kind === 'expr' && 'expr' in node
          ? methodTarget(node.expr)
          : undefined;
    const target = written as Ast.Expr | undefined;
    if (target?.kind === 'name' && node.kind === 'assign') assigned.add(target.name);
    if (target?.kind === 'vertexAccum') {
      vertexWrites.add(target.name);
      if (node.kind === 'assign') targets.add(target);
    } else if (target?.kind === 'globalAccum') {
      globalWrites.add(target.name);
      if (node.kind === 'assign') targets.add(target);
    }
    if (targets.has(node)) return;
    const read = node as Ast.Expr;
    if (read.kind === 'vertexAccum') {
      (read.previous ? vertexPrevious : vertexReads).add(read.name);
    } else if (read.kind === 'globalAccum') globalReads.add(read.name);
  });
  return { vertexReads, vertexWrites, vertexPrevious, globalReads, globalWrites, assigned };
};

const methodTarget = (expr: unknown): unknown => {
  const method = expr as Ast.Expr;
  return method.kind === 'method' ? method.target : undefined;
};

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> =>
  new Set([...a].filter((name) => b.has(name)));

/** The clauses of one SELECT: how its accumulators are read and written. */
interface Clauses {
  readonly accum: Clause;
  readonly post: (body: readonly Ast.DmlStatement[]) => Clause;
  /** Vertex accumulators whose values from before the SELECT are kept. */
  readonly kept: ReadonlySet<string>;
}

const clausesOf = (
  where: unknown,
  accum: readonly Ast.DmlStatement[],
  posts: readonly Ast.PostAccumClause[],
): Clauses => {
  const inRows = accumulatorsOf([where, accum]);
  const previous = accumulatorsOf(posts).vertexPrevious;
  const readOld = shared(inRows.vertexReads, inRows.vertexWrites);
  const kept = new Set([...readOld, ...previous, ...inRows.vertexPrevious]);
  return {
    kept,
    accum: {
      kind: 'accum',
      readOld,
      keepOld: kept,
      gathered: new Map(),
      gatherContainers: shared(inRows.globalReads, inRows.globalWrites),
      assigned: inRows.assigned,
    },
    post: (body) => {
      const used = accumulatorsOf(body);
      return {
        kind: 'post',
        readOld: new Set(),
        keepOld: kept,
        gathered: new Map(),
        gatherContainers: shared(used.globalReads, used.globalWrites),
        assigned: used.assigned,
      };
    },
  };
};

/** Local cells for contributions to global accumulators, and their merge after the clause. */
export const gatherings = (unit: Unit, clause: Clause): { readonly before: Code; readonly after: Code } => {
  const entries = [...clause.gathered].map(([name, cell]) => ({
    cell,
    box: unit.globals.get(name)?.code ?? empty,
  }));
  return {
    before: js`${entries.map(({ cell, box }) => js`let ${cell} = ${box}.ops.init();`)}`,
    after: js`${entries.map(({ cell, box }) => js`${box}.merge(${cell});`)}`,
  };
};

/** Loops over the vertices of a set, with `name` bound to each. */
export const vertexLoop = (
  unit: Unit,
  set: Code,
  name: string,
  types: readonly string[] | null,
  body: (alias: VertexAlias) => Code,
): Code =>
  unit.scoped(() => {
    const alias = new VertexAlias(unit.names, types);
    unit.bind(name, { kind: 'vertex', alias });
    const [part, numbers, at] = [unit.names.fresh(), unit.names.fresh(), unit.names.fresh()];
    const inside = body(alias);
    return js`for (const ${part} of ${set}.parts) {
const ${alias.typeIndex} = ${part}.typeIndex, ${numbers} = ${part}.members;
${alias.prelude()}
for (let ${at} = 0; ${at} < ${numbers}.length; ${at}++) {
if ((${at} & 4095) === 4095) ${unit.call('check')};
const ${alias.number} = ${numbers}[${at}];
${inside}
}
}`;
  });

/** Code of a call that runs the SELECT and gives its vertex set. */
export const compileSelect = (unit: Unit, select: Ast.SelectExpr): Code => {
  if (select.alias === undefined) throw fault(select.span, 'SELECT names no alias.');
  if (select.sample !== undefined) throw fault(select.sample.span, 'SAMPLE is not supported.');
  const pattern = patternOf(select.from);
  const aliasName = select.alias.text;
  const typesOf = (name: string): readonly string[] | null => {
    const node = pattern.nodes.find((known) => known.name === name);
    return node === undefined ? null : nodeTypes(unit, node);
  };
  const vertexNames = new Set(pattern.nodes.flatMap(({ name }) => (name === undefined ? [] : [name])));
  if (!vertexNames.has(aliasName)) {
    throw fault(select.alias.span, `${aliasName} is not a vertex alias of the FROM clause.`);
  }
  const posts = select.postAccum.flatMap((post) => postGroups(post, vertexNames, aliasName));
  const collected = new Map<string, Code>();
  for (const name of [aliasName, ...posts.map(({ alias }) => alias)]) {
    if (!collected.has(name)) collected.set(name, unit.names.fresh());
  }
  const clauses = clausesOf([select.where, select.from], select.accum, select.postAccum);
  const work = unit.within(clauses.accum, () => rows(unit, select, collected));
  const { before, after } = gatherings(unit, clauses.accum);
  const epochs = [...clauses.kept].map(
    (name) => js`${unit.vertexAccums.get(name)?.code ?? empty}.epoch += 1;`,
  );
  const collectors = [...collected.values()].map((id) => js`const ${id} = ${unit.call('collector', js`X`)};`);
  const sets = new Map<string, Code>();
  const finished = [...collected].map(([name, collector]) => {
    const id = unit.names.fresh();
    sets.set(name, id);
    return js`const ${id} = ${collector}.finish();`;
  });
  const postCode = posts.map(({ alias, body }) => {
    const clause = clauses.post(body);
    const loop = unit.within(clause, () =>
      vertexLoop(unit, sets.get(alias) ?? empty, alias, typesOf(alias), () => compileDml(unit, body)),
    );
    const gathering = gatherings(unit, clause);
    return js`${gathering.before}\n${loop}\n${gathering.after}`;
  });
  const result = selectResult(unit, select, aliasName, typesOf(aliasName), sets.get(aliasName) ?? empty);
  const id = unit.names.fresh();
  unit.functions.push(js`function ${id}() {
${unit.call('check')};
${collectors}
${epochs}
${before}
${work}
${after}
${finished}
${postCode}
${result}
}`);
  return js`${id}()`;
};

/** The loops of FROM and WHERE with ACCUM inside; with PER, ACCUM runs over the distinct rows after them. */
const rows = (unit: Unit, select: Ast.SelectExpr, collected: ReadonlyMap<string, Code>): Code => {
  const block: PatternBlock = {
    from: select.from,
    ...(select.where === undefined ? {} : { where: select.where }),
  };
  if (select.per.length === 0) {
    return compilePattern(unit, block, select.span, () => {
      const marks = [...collected].map(([name, collector]) => collect(unit, name, collector));
      return js`${marks}\n${unit.scoped(() => compileDml(unit, select.accum))}`;
    });
  }
  const distinct = unit.names.fresh();
  const loops = compilePattern(unit, block, select.span, () => {
    const refs = select.per.map(
      (name) => compileExpr(unit, { kind: 'name', name: name.text, span: name.span }).code,
    );
    return js`${distinct}.add([${list(refs)}]);`;
  });
  const per = unit.scoped(() => {
    const row = unit.names.fresh();
    const aliases = select.per.map((name) => {
      const alias = new VertexAlias(unit.names, null);
      unit.bind(name.text, { kind: 'vertex', alias });
      return alias;
    });
    const marks = [...collected].map(([name, collector]) => collect(unit, name, collector));
    const body = js`${marks}\n${compileDml(unit, select.accum)}`;
    const bound = aliases.map((alias, index) => {
      const ref = js`${row}[${literal(index)}]`;
      return js`const ${alias.typeIndex} = ${unit.call('typeIndexOf', ref)}, ${alias.number} = ${unit.call('numberOf', ref)};
${alias.prelude()}`;
    });
    return js`for (const ${row} of ${distinct}.rows) {\n${unit.call('check')};\n${bound}\n${body}\n}`;
  });
  return js`const ${distinct} = ${unit.call('distinctRows')};\n${loops}\n${per}`;
};

const collect = (unit: Unit, name: string, collector: Code): Code => {
  const binding = unit.lookup(name);
  if (binding?.kind !== 'vertex') return empty;
  const { alias } = binding;
  const page = alias.hoist(`collector ${collector}`, js`${collector}.page(${alias.typeIndex})`);
  const bits = alias.hoist(`collected ${collector}`, js`${page}.bits`);
  return js`if (${bits}[${alias.number}] === 0) ${page}.push(${alias.number});`;
};

interface PostGroup {
  readonly alias: string;
  readonly body: readonly Ast.DmlStatement[];
}

/** A POST-ACCUM clause by the alias that it is about; V1 allows statements about different aliases in one. */
const postGroups = (
  post: Ast.PostAccumClause,
  vertexNames: ReadonlySet<string>,
  selected: string,
): readonly PostGroup[] => {
  if (post.alias !== undefined) {
    if (!vertexNames.has(post.alias.text)) {
      throw fault(post.alias.span, `${post.alias.text} is not a vertex alias of the FROM clause.`);
    }
    return [{ alias: post.alias.text, body: post.body }];
  }
  const aliasesOf = (tree: unknown): readonly string[] =>
    [...namesIn(tree)].filter((name) => vertexNames.has(name));
  const all = aliasesOf(post.body);
  if (all.length < 2) return [{ alias: all[0] ?? selected, body: post.body }];
  const groups: { alias: string; body: Ast.DmlStatement[] }[] = [];
  for (const statement of post.body) {
    const own = aliasesOf(statement);
    if (own.length > 1) {
      throw fault(statement.span, 'A statement of POST-ACCUM can be about one vertex alias only.');
    }
    const last = groups.at(-1);
    const alias = own[0] ?? last?.alias ?? selected;
    if (last?.alias === alias) last.body.push(statement);
    else groups.push({ alias, body: [statement] });
  }
  return groups;
};

/** HAVING, ORDER BY, OFFSET and LIMIT over the selected vertices. */
const selectResult = (
  unit: Unit,
  select: Ast.SelectExpr,
  name: string,
  types: readonly string[] | null,
  set: Code,
): Code => {
  let current = set;
  const code: Code[] = [];
  const { having } = select;
  if (having !== undefined) {
    const kept = unit.names.fresh();
    code.push(js`const ${kept} = ${unit.call('collector', js`X`)};`);
    code.push(
      vertexLoop(
        unit,
        current,
        name,
        types,
        () => js`if (${condition(unit, having)}) {\n${collect(unit, name, kept)}\n}`,
      ),
    );
    current = js`${kept}.finish()`;
  }
  const limit = select.limit === undefined ? literal(null) : compileExpr(unit, select.limit, SAFE_INT).code;
  const offset = select.offset === undefined ? literal(0) : compileExpr(unit, select.offset, SAFE_INT).code;
  if (select.orderBy.length > 0) {
    const sorter = unit.names.fresh();
    const directions = unit.constant(select.orderBy.map((item) => item.descending));
    code.push(js`const ${sorter} = ${unit.call('sorter', js`X`, directions, limit, offset)};`);
    code.push(
      vertexLoop(unit, current, name, types, (alias) => {
        const keys = select.orderBy.map((item) => {
          const key = compileExpr(unit, item.expr);
          return key.needs.length === 0 ? key.code : js`(${guard(key.needs)}true) ? ${key.code} : null`;
        });
        return js`${sorter}.add(${alias.ref}, [${list(keys)}]);`;
      }),
    );
    current = js`${sorter}.finish()`;
  } else if (select.limit !== undefined || select.offset !== undefined) {
    current = unit.call('limitSet', js`X`, current, limit, offset);
  }
  code.push(js`return ${current};`);
  return js`${code}`;
};
