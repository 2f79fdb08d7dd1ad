/** Plans a pattern and its conditions as operators: rules in a fixed order, each with a name. */
import type { Ast, GraphSchema } from '@acacia/language';
import { namesIn } from './aliases.ts';
import { aliasesOf, countBranches, type CountedPattern } from './counted-branches.ts';
import { gatherRows } from './gather.ts';
import { intersectCycles } from './intersect.ts';
import type { Operator, PatternPlan } from './operators.ts';
import type { Pattern, PatternNode } from './pattern.ts';
import { isSteady, type RowUse } from './row-use.ts';

interface PlanInput {
  readonly pattern: Pattern;
  readonly where?: Ast.Expr;
  readonly schema: GraphSchema;
  /** Whether a name is a variable that holds a vertex set, a vertex or a type. */
  readonly isVariable: (name: string) => boolean;
  /** Whether a name is a variable that holds one vertex. */
  readonly isVertex: (name: string) => boolean;
  /** False: operators in the order as written, all conditions last. */
  readonly optimise: boolean;
  /** How the body uses the rows; absent: it has to see every one of them. */
  readonly use?: RowUse;
  /** Aliases of vertices whose accumulators the body adds to. */
  readonly addedTo?: ReadonlySet<string>;
}

/** The conditions that AND joins. */
export function conjuncts(expr: Ast.Expr | undefined): readonly Ast.Expr[] {
  if (expr === undefined) return [];
  if (expr.kind === 'binary' && expr.op === 'AND') return [...conjuncts(expr.left), ...conjuncts(expr.right)];
  return [expr];
}

/**
 * Rule: a value that a node's readable primary id must equal is a key, when it is the same for all rows. So is a
 * vertex that the node itself must equal.
 */
function keyOf(input: PlanInput, node: PatternNode, conditions: readonly Ast.Expr[]): Ast.Expr | undefined {
  const aliases = aliasesOf(input.pattern);
  const property = node.properties.find(
    ({ name, value }) => isPrimaryId(input.schema, name) && isFixed(value, aliases),
  );
  if (property !== undefined || node.name === undefined) return property?.value;
  for (const condition of conditions) {
    if (condition.kind !== 'binary' || condition.op !== '==') continue;
    for (const [side, other] of [
      [condition.left, condition.right],
      [condition.right, condition.left],
    ] as const) {
      if (!isFixed(other, aliases)) continue;
      const owner = side.kind === 'member' ? side.target : side;
      if (owner.kind !== 'name' || owner.name !== node.name) continue;
      const isKey =
        side.kind === 'member'
          ? isPrimaryId(input.schema, side.name)
          : other.kind === 'name' && input.isVertex(other.name);
      if (isKey) return other;
    }
  }
  return undefined;
}

/** Whether an expression has one value for all rows: literals, and names from outside the pattern. */
const isFixed = (expr: Ast.Expr, aliases: ReadonlySet<string>): boolean =>
  expr.kind === 'string' || expr.kind === 'int' || (expr.kind === 'name' && !aliases.has(expr.name));

/** Whether a name is the readable id of all vertex types that have an attribute of this name. */
function isPrimaryId(schema: GraphSchema, name: string): boolean {
  const readable = schema.vertexTypes.filter(
    ({ primaryId }) => primaryId.name === name && (primaryId.asAttribute || primaryId.isPrimaryKey),
  );
  const other = schema.vertexTypes.some(({ attributes }) => attributes.some((a) => a.name === name));
  const texts = readable.every(({ primaryId }) => primaryId.type !== 'DATETIME');
  return readable.length > 0 && !other && texts;
}

/** The score of a node that may be any vertex of the graph. */
const ANYTHING = 3;

/** Rule: how promising a node is as the start; lower is better. */
function startScore(input: PlanInput, node: PatternNode, key: Ast.Expr | undefined): number {
  if (key !== undefined) return 0;
  const names = node.sources.flat();
  if (names.length === 0) return ANYTHING;
  return names.every((name) => input.isVariable(name.text)) ? 1 : 2;
}

/**
 * Plans that give the same rows. Of several, the one whose first node has the fewest vertices that meet its
 * conditions is taken when the query runs.
 */
export function planPattern(input: PlanInput): readonly PatternPlan[] {
  const { pattern } = input;
  const conditions = [...conjuncts(input.where), ...pattern.conditions.flatMap(conjuncts)];
  const keys = pattern.nodes.map((node) => (input.optimise ? keyOf(input, node, conditions) : undefined));
  const starts = input.optimise ? chooseStarts(input, keys, conditions) : [0];
  return starts.map((start) => planFrom(input, start, keys, conditions));
}

function planFrom(
  input: PlanInput,
  start: number,
  keys: readonly (Ast.Expr | undefined)[],
  conditions: readonly Ast.Expr[],
): PatternPlan {
  const { pattern, use } = input;
  const nodes = new Set(pattern.nodes.map(({ index }) => index));
  const edges = new Set(pattern.edges.map(({ index }) => index));
  if (use === undefined || !input.optimise) {
    const whole = { nodes, edges, conditions, branches: new Map() };
    const operators = order(input, start, keys, whole);
    return {
      operators: input.optimise ? intersectCycles(pattern, operators, undefined) : operators,
      merged: false,
      weighted: false,
    };
  }
  const counted = countBranches(pattern, conditions, neededNodes(pattern, use, start), (condition) =>
    isSteady(condition, input.schema),
  );
  const gathered = gatherRows(pattern, order(input, start, keys, counted), use);
  const operators = intersectCycles(pattern, gathered, use);
  const several = operators.some((operator) => standsForSeveral(pattern, operator));
  return { operators, merged: true, weighted: use.counted && several };
}

function standsForSeveral(pattern: Pattern, operator: Operator): boolean {
  switch (operator.kind) {
    case 'count':
    case 'gather':
      return true;
    case 'intersect':
      return operator.counted;
    case 'expand':
    case 'close':
      return pattern.edges[operator.edge]?.repeat !== undefined;
    case 'scan':
      return false;
  }
}

/** Nodes that must be matched row by row: the start, those read by the body, and those compared in `{name: value}`. */
function neededNodes(pattern: Pattern, use: RowUse, start: number): ReadonlySet<number> {
  const aliases = aliasesOf(pattern);
  const compares = (properties: unknown): boolean =>
    [...namesIn(properties)].some((name) => aliases.has(name));
  const isRead = ({ name, properties }: { readonly name?: string; readonly properties: unknown }): boolean =>
    (name !== undefined && use.names.has(name)) || compares(properties);
  return new Set([
    start,
    ...pattern.nodes.filter(isRead).map(({ index }) => index),
    ...pattern.edges.filter(isRead).flatMap(({ from, to }) => [from, to]),
  ]);
}

/** More plans would make the code of a query too long. */
const MOST_STARTS = 3;

/**
 * Rule: start at a key; else at an end of the pattern, or at a vertex with its own conditions. Among several candidates
 * the run takes the one with the fewest vertices.
 */
function chooseStarts(
  input: PlanInput,
  keys: readonly (Ast.Expr | undefined)[],
  conditions: readonly Ast.Expr[],
): readonly number[] {
  const { nodes, edges } = input.pattern;
  const scores = nodes.map((node) => startScore(input, node, keys[node.index]));
  const best = Math.min(...scores);
  const first = scores.indexOf(best);
  if (best === 0 || nodes.length < 2) return [first];
  const isPath =
    edges.length === nodes.length - 1 &&
    edges.every((edge, at) => edge.to === edge.from + 1 && edge.from === at);
  // Over one edge, it may pay to start at the vertex whose accumulators grow, so that its contributions come together.
  const gathers = ({ name }: PatternNode): boolean =>
    nodes.length === 2 && name !== undefined && input.addedTo?.has(name) === true;
  const ends = isPath
    ? nodes.filter(
        (node, at) => (at === 0 || at === nodes.length - 1) && (scores[at] !== ANYTHING || gathers(node)),
      )
    : nodes.filter((_, at) => at === first);
  const restricted = nodes.filter(
    (node) => scores[node.index] !== ANYTHING && isRestricted(input, node, conditions),
  );
  const starts = new Set([...restricted.slice(0, MOST_STARTS - 1), ...ends].map(({ index }) => index));
  return starts.size === 0 ? [first] : [...starts].slice(0, MOST_STARTS).sort((a, b) => a - b);
}

/** Whether a condition concerns this node alone. */
function isRestricted(input: PlanInput, node: PatternNode, conditions: readonly Ast.Expr[]): boolean {
  const aliases = aliasesOf(input.pattern);
  const ofNode = conditions.some((condition) => {
    const names = [...namesIn(condition)].filter((name) => aliases.has(name));
    return names.length === 1 && names[0] === node.name;
  });
  return ofNode || node.properties.length > 0;
}

/** Rule: next comes an edge between bound nodes, else one that leaves them, else a new scan. */
function order(
  input: PlanInput,
  start: number,
  keys: readonly (Ast.Expr | undefined)[],
  { branches, conditions, ...left }: CountedPattern,
): readonly Operator[] {
  const { nodes } = input.pattern;
  const edges = input.pattern.edges.filter(({ index }) => left.edges.has(index));
  const bound = new Set<number>();
  const done = new Set<number>();
  const known = new Set<string>();
  const aliases = aliasesOf(input.pattern);
  const waiting = new Set(conditions);
  const operators: Operator[] = [];
  const scan = (index: number): void => {
    bound.add(index);
    const { name } = nodes[index] as PatternNode;
    if (name !== undefined) known.add(name);
    const key = keys[index];
    operators.push({ kind: 'scan', node: index, ...(key === undefined ? {} : { key }), filters: ready() });
    count(index);
  };
  /** Rule: the branches at a node are counted as soon as it is bound. */
  const count = (node: number): void => {
    for (const branch of branches.get(node) ?? []) operators.push({ kind: 'count', node, branch });
  };
  /** Rule: a condition is tested as soon as all its aliases are bound. */
  const ready = (): readonly Ast.Expr[] => {
    const complete = bound.size === left.nodes.size && done.size === edges.length;
    if (!input.optimise && !complete) return [];
    const now = [...waiting].filter((condition) =>
      [...namesIn(condition)].every((name) => known.has(name) || !aliases.has(name)),
    );
    for (const condition of now) waiting.delete(condition);
    return now;
  };
  scan(start);
  while (done.size < edges.length || bound.size < left.nodes.size) {
    const open = edges.filter(({ index }) => !done.has(index));
    const next =
      open.find(({ from, to }) => bound.has(from) && bound.has(to)) ??
      open.find(({ from, to }) => bound.has(from) || bound.has(to));
    if (next === undefined) {
      const rest = [...left.nodes].filter((index) => !bound.has(index));
      scan(rest.find((index) => keys[index] !== undefined) ?? (rest[0] as number));
      continue;
    }
    done.add(next.index);
    const kind = bound.has(next.from) && bound.has(next.to) ? 'close' : 'expand';
    const backward = !bound.has(next.from);
    const reached = nodes[backward ? next.from : next.to] as PatternNode;
    bound.add(reached.index);
    for (const name of [reached.name, next.name]) if (name !== undefined) known.add(name);
    operators.push({ kind, edge: next.index, backward, filters: ready() });
    if (kind === 'expand') count(reached.index);
  }
  return operators;
}
