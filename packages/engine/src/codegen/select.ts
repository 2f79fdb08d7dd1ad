/** SELECT blocks: each becomes a function beside the body of the query. */
import type { Ast } from '@acacia/language';
import { namesIn } from '../plan/aliases.ts';
import { type Pattern, patternOf } from '../plan/pattern.ts';
import { gatherings } from './additions.ts';
import { addedTo, clausesOf } from './clauses.ts';
import { type Code, empty, js, list, literal } from './code.ts';
import { type RowsGathering, dividedRows } from './divided-rows.ts';
import { compileDml } from './dml.ts';
import { compileExpr } from './expressions.ts';
import { fault } from './fault.ts';
import { type PatternBlock, type SelectRows, patternCode } from './pattern-code.ts';
import { isOwnWork, postAccum } from './post-accum.ts';
import { clauseShown, passed, timed } from './profile.ts';
import { nodeTypes } from './pattern-parts.ts';
import { repeatedRows } from './repeated-rows.ts';
import { sampledRows } from './sampled-rows.ts';
import { selectResult } from './select-result.ts';
import { accumulatorUse, sharedPart, startsToShare } from './shared-rows.ts';
import { type Clause, type Unit, VertexAlias } from './unit.ts';
import { collect } from './vertex-loops.ts';

/** Code of a call that runs the SELECT and gives its vertex set, or the empty set when the result is not used. */
export function compileSelect(unit: Unit, select: Ast.SelectExpr, isUsed: boolean): Code {
  if (select.alias === undefined) throw fault(select.span, 'selectWithoutAlias');
  const pattern = patternOf(select.from);
  const aliasName = select.alias.text;
  const typesOf = (name: string): readonly string[] | null => {
    const node = pattern.nodes.find((known) => known.name === name);
    return node === undefined ? null : nodeTypes(unit, node);
  };
  const vertexNames = new Set(pattern.nodes.flatMap(({ name }) => (name === undefined ? [] : [name])));
  if (!vertexNames.has(aliasName)) {
    throw fault(select.alias.span, 'notVertexAlias', { name: aliasName });
  }
  const posts = select.postAccum.flatMap((post) => postGroups(post, vertexNames, aliasName));
  const collected = new Map<string, Code>();
  const whole = selectsAll(select, pattern);
  const isAsked = isUsed || select.having !== undefined || select.orderBy.length > 0;
  const asked = [...(isAsked ? [aliasName] : []), ...posts.map(({ alias }) => alias)];
  for (const name of whole ? [] : asked) {
    if (!collected.has(name)) collected.set(name, unit.names.fresh());
  }
  const starts =
    select.per.length === 0 ? startsToShare(unit, [select.from, select.where], select.accum) : null;
  const clauses = clausesOf([select.where, select.from], select.accum, select.postAccum, starts !== null);
  const pattern_ = unit.within(clauses.accum, () => rows(unit, select, collected));
  const epochs = [...clauses.kept].map(
    (name) => js`${unit.vertexAccums.get(name)?.code ?? empty}.begin(${pattern_.start}.size);`,
  );
  const collectors = [...collected.values()].map((id) => js`const ${id} = ${unit.call('collector', js`X`)};`);
  const sets = new Map<string, Code>();
  const finished = [...collected].map(([name, collector]) => {
    const id = unit.names.fresh();
    sets.set(name, id);
    return js`const ${id} = ${collector}.finish();`;
  });
  if (whole) {
    const id = unit.names.fresh();
    sets.set(aliasName, id);
    finished.push(js`const ${id} = ${pattern_.start}.unordered();`);
  }
  const postCode = posts.map(({ alias, body }) => {
    const shared = isOwnWork(unit, alias, body);
    const clause = clauses.post(body, shared);
    const set = sets.get(alias) ?? empty;
    const work = postAccum(unit, { set, alias, types: typesOf(alias), clause, body, shared });
    const size = js`${set}.size`;
    const shown = clauseShown(unit, 'POST-ACCUM', body, select);
    return timed(unit, shown, { rowsIn: size, rowsOut: size }, work);
  });
  const set = sets.get(aliasName);
  const result =
    set === undefined
      ? js`${passed(unit, js`${pattern_.start}.size`, null)}\nreturn ${unit.call('noVertices')};`
      : selectResult(unit, select, aliasName, typesOf(aliasName), set, pattern_.start);
  const id = unit.names.fresh();
  unit.functions.push(js`function ${id}() {
${unit.call('check')};
${collectors}
${pattern_.before}
${epochs}
${whole && select.accum.length === 0 ? empty : matched(unit, select, pattern_, { clause: clauses.accum, starts }, [...collected.values()])}
${finished}
${postCode}
${result}
}`);
  return js`${id}()`;
}

/** Code that runs the rows, and then the parts of the SELECT that need all of them. */
function matched(
  unit: Unit,
  select: Ast.SelectExpr,
  pattern: SelectRows,
  { clause, starts }: { readonly clause: Clause; readonly starts: ReadonlySet<string> | null },
  collectors: readonly Code[],
): Code {
  const all = gatherings(unit, clause);
  const { counters, after } = pattern;
  // ACCUM after the rows gathers its contributions there, and not inside the loops.
  const gathered = after === undefined ? all : NOTHING_GATHERED;
  const part = (name: Code, code: Code): Code => {
    const work = { name, code, counters: counters.length };
    const shared = sharedPart(unit, work, accumulatorUse(unit, [select.where, select.accum], clause));
    const [alias] = starts ?? [];
    return alias === undefined ? shared : js`${pattern.startsAt(alias)} ? ${shared} : undefined`;
  };
  const rows_ = dividedRows(unit, pattern, {
    gathered,
    given: collectors,
    part: starts === null ? null : part,
  });
  return after === undefined ? rows_ : js`${rows_}\n${all.before}\n${after}\n${all.merge(all.names)}`;
}

const NOTHING_GATHERED: RowsGathering = { goOn: () => empty, names: [], merge: () => empty };

/** Whether the SELECT gives all vertices of its single node, so that no vertices need to be collected. */
const selectsAll = (select: Ast.SelectExpr, { nodes, edges, conditions }: Pattern): boolean =>
  nodes.length === 1 &&
  edges.length === 0 &&
  nodes[0]?.properties.length === 0 &&
  conditions.length === 0 &&
  select.where === undefined &&
  select.per.length === 0;

/** The loops of FROM and WHERE with ACCUM inside; with PER and SAMPLE, ACCUM runs over some of the rows after them. */
function rows(unit: Unit, select: Ast.SelectExpr, collected: ReadonlyMap<string, Code>): SelectRows {
  const block: PatternBlock = {
    from: select.from,
    ...(select.where === undefined ? {} : { where: select.where }),
    rows: {
      trees: [select.where, select.accum],
      addedTo: addedTo(select.accum),
      collected: new Set(collected.keys()),
      isCell: (name) => unit.vertexAccums.get(name)?.info.layout === 'cell',
    },
  };
  const accum = clauseShown(unit, 'ACCUM', select.accum, select);
  if (select.sample !== undefined) {
    const marks = (): readonly Code[] =>
      [...collected].map(([name, collector]) => collect(unit, name, collector));
    return sampledRows(unit, select, select.sample, accum, marks);
  }
  if (select.per.length === 0) {
    const repeated = repeatedRows(unit, select.accum, collected.keys());
    const body = (_: Pattern, several: boolean): Code => {
      const marks = [...collected].map(([name, collector]) => collect(unit, name, collector));
      const statements = several ? (repeated?.statements ?? []) : select.accum;
      return js`${marks}\n${unit.scoped(() => compileDml(unit, statements))}`;
    };
    const { clause } = unit;
    const changed = (): readonly Code[] => (clause === null ? [] : gatherings(unit, clause).names);
    const frame = { names: [...collected.values()], changed };
    const shown = select.accum.length === 0 ? block : { ...block, work: accum };
    return patternCode(unit, shown, select.span, body, repeated?.use, frame);
  }
  const distinct = unit.names.fresh();
  const per = { ...clauseShown(unit, 'PER', select.per, select), rowsOut: js`${distinct}.rows.length` };
  const pattern = patternCode(
    unit,
    { ...block, work: per },
    select.span,
    () => {
      const refs = select.per.map(
        (name) => compileExpr(unit, { kind: 'name', name: name.text, span: name.span }).code,
      );
      return js`${distinct}.add([${list(refs)}]);`;
    },
    { names: new Set(select.per.map(({ text }) => text)), counted: false, costly: true },
  );
  const after = unit.scoped(() => {
    const row = unit.names.fresh();
    const { nodes, edges } = patternOf(select.from);
    const aliases = select.per.map((name, index) => {
      if (edges.some((known) => known.name === name.text)) {
        const code = js`${row}[${literal(index)}]`;
        unit.bind(name.text, { kind: 'variable', code, type: { kind: 'edge' }, invariant: false });
        return undefined;
      }
      const node = nodes.find((known) => known.name === name.text);
      const alias = new VertexAlias(unit.names, node === undefined ? null : nodeTypes(unit, node));
      unit.bind(name.text, { kind: 'vertex', alias });
      return alias;
    });
    const marks = [...collected].map(([name, collector]) => collect(unit, name, collector));
    const body = js`${marks}\n${compileDml(unit, select.accum)}`;
    const bound = aliases.map((alias, index) => {
      if (alias === undefined) return js``;
      const ref = js`${row}[${literal(index)}]`;
      return js`const ${alias.typeIndex} = ${unit.call('typeIndexOf', ref)}, ${alias.number} = ${unit.call('numberOf', ref)};
${alias.prelude()}`;
    });
    const size = js`${distinct}.rows.length`;
    const loop = js`for (const ${row} of ${distinct}.rows) {\n${unit.call('check')};\n${bound}\n${body}\n}`;
    return timed(unit, accum, { rowsIn: size, rowsOut: size }, loop);
  });
  const before = js`${pattern.before}\nconst ${distinct} = ${unit.call('distinctRows')};`;
  return { ...pattern, before, shared: [...pattern.shared, distinct], after };
}

interface PostGroup {
  readonly alias: string;
  readonly body: readonly Ast.DmlStatement[];
}

/** A POST-ACCUM clause by the alias that it is about; V1 allows statements about different aliases in one. */
function postGroups(
  post: Ast.PostAccumClause,
  vertexNames: ReadonlySet<string>,
  selected: string,
): readonly PostGroup[] {
  if (post.alias !== undefined) {
    if (!vertexNames.has(post.alias.text)) {
      throw fault(post.alias.span, 'notVertexAlias', { name: post.alias.text });
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
      throw fault(statement.span, 'postAccumOfOneAlias');
    }
    const last = groups.at(-1);
    const alias = own[0] ?? last?.alias ?? selected;
    if (last?.alias === alias) last.body.push(statement);
    else groups.push({ alias, body: [statement] });
  }
  return groups;
}
