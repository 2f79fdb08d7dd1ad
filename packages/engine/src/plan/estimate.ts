/**
 * Estimates of the rows and the work of a query's statements and operators, from the numbers of vertices and edges and
 * fixed shares of conditions. Nothing of the query runs.
 */
import type { Ast, EdgeType } from '@acacia/language';
import type { RowDescription } from '../library/profile.ts';
import type { PlanRow } from '../plan-row.ts';
import type { ValueType } from '../library/value-types.ts';
import type { CountedBranch, Operator, PatternPlan } from './operators.ts';
import type { Pattern, PatternEdge, PatternNode } from './pattern.ts';

/** The pattern of a statement, with its plans. */
export interface PlannedNest {
  readonly pattern: Pattern;
  /** Row of the statement; null: none has one. */
  readonly statement: number | null;
  readonly variants: readonly {
    readonly plan: PatternPlan;
    /** Rows of the operators. */
    readonly rows: readonly number[];
    /** Row of the work on each row that is found; null: there is none. */
    readonly work: number | null;
    /** Cost of a row beside those of the other plans. */
    readonly weight: number;
  }[];
  /** Types of the variables that the pattern names as sources. */
  readonly variables: ReadonlyMap<string, ValueType>;
}

/** A compiled query as its plan is shown. */
export interface Planned {
  readonly rows: readonly RowDescription[];
  readonly nests: readonly PlannedNest[];
  /** Statements by their rows. */
  readonly statements: ReadonlyMap<number, Ast.BodyStatement>;
}

/** Numbers of a graph. */
export interface GraphSizes {
  readonly vertices: ReadonlyMap<string, number>;
  readonly edgeTypes: readonly EdgeType[];
  /** Edges of a type by their ends; none for a reverse type. */
  readonly edges: (
    type: string,
  ) => readonly { readonly from: string; readonly to: string; readonly count: number }[];
}

/** Shares of rows that conditions keep, where nothing is known of the values. */
const EQUAL = 0.1;
const RANGE = 0.33;
const OTHER = 0.5;
/** Vertices of a set that a caller gives, which nobody knows before the run. */
const GIVEN_SET = 10;
/** Turns of a repetition without an end. */
const MOST_TURNS = 10;

/** A set of vertices. */
interface VertexEstimate {
  readonly size: number;
  /** Its types. */
  readonly types: readonly string[];
}

interface Figures {
  readonly rowsIn: number | null;
  readonly rowsOut: number | null;
  /** Vertices and edges that are looked at. */
  readonly cost: number | null;
  readonly choices?: number;
}

const NO_FIGURES: Figures = { rowsIn: null, rowsOut: null, cost: null };

/** The share of rows that a condition keeps, from 0 to 1. */
function shareOf(condition: Ast.Expr): number {
  switch (condition.kind) {
    case 'bool':
      return condition.value ? 1 : 0;
    case 'binary': {
      const { op, left, right } = condition;
      if (op === 'AND') return shareOf(left) * shareOf(right);
      if (op === 'OR') return 1 - (1 - shareOf(left)) * (1 - shareOf(right));
      if (op === '==') return EQUAL;
      if (op === '!=') return 1 - EQUAL;
      return ['<', '<=', '>', '>='].includes(op) ? RANGE : OTHER;
    }
    case 'unary':
      return condition.op === 'NOT' ? 1 - shareOf(condition.operand) : OTHER;
    case 'between':
      return RANGE * RANGE;
    case 'like':
    case 'in':
      return condition.negated ? 1 - RANGE : RANGE;
    case 'isNull':
      return condition.negated ? 1 - EQUAL : EQUAL;
    default:
      return OTHER;
  }
}

const shareOfAll = (conditions: readonly Ast.Expr[]): number =>
  conditions.reduce((share, condition) => share * shareOf(condition), 1);

class Estimator {
  readonly #sizes: GraphSizes;
  /** Vertex sets by the names of their variables. */
  readonly #sets = new Map<string, VertexEstimate>();

  constructor(sizes: GraphSizes) {
    this.#sizes = sizes;
  }

  #count(types: readonly string[]): number {
    return types.reduce((sum, type) => sum + (this.#sizes.vertices.get(type) ?? 0), 0);
  }

  #ofTypes(types: readonly string[]): VertexEstimate {
    return { size: this.#count(types), types };
  }

  get #all(): VertexEstimate {
    return this.#ofTypes([...this.#sizes.vertices.keys()]);
  }

  #named(name: string, variables: ReadonlyMap<string, ValueType>): VertexEstimate {
    const known = this.#sets.get(name);
    if (known !== undefined) return known;
    const variable = variables.get(name);
    if (variable !== undefined) {
      const given = variable.kind === 'vertex' ? variable : elementOf(variable);
      const types = given?.kind === 'vertex' && given.types !== undefined ? given.types : this.#all.types;
      return { size: Math.min(this.#count(types), variable.kind === 'vertex' ? 1 : GIVEN_SET), types };
    }
    return this.#sizes.vertices.has(name) ? this.#ofTypes([name]) : this.#all;
  }

  /** The vertices that a node of a pattern may match. */
  #node({ sources }: PatternNode, variables: ReadonlyMap<string, ValueType>): VertexEstimate {
    const unions = sources.map((names) =>
      names.map(({ text }) => this.#named(text, variables)).reduce((a, b) => this.#union(a, b)),
    );
    const [first = this.#all, ...others] = unions;
    return others.reduce((a, b) => this.#common(a, b), first);
  }

  #union(a: VertexEstimate, b: VertexEstimate): VertexEstimate {
    const types = [...new Set([...a.types, ...b.types])];
    return { size: Math.min(a.size + b.size, this.#count(types)), types };
  }

  #common(a: VertexEstimate, b: VertexEstimate): VertexEstimate {
    return { size: Math.min(a.size, b.size), types: a.types.filter((type) => b.types.includes(type)) };
  }

  /** The set that an expression gives; null where it is not seen to be one. */
  #setOf(expr: Ast.Expr): VertexEstimate | null {
    switch (expr.kind) {
      case 'name':
        return (
          this.#sets.get(expr.name) ??
          (this.#sizes.vertices.has(expr.name) ? this.#ofTypes([expr.name]) : null)
        );
      case 'vertexSet':
        return expr.seeds
          .map((seed) => {
            if (seed.kind === 'any') return this.#all;
            if (seed.kind === 'allOf')
              return this.#sizes.vertices.has(seed.name) ? this.#ofTypes([seed.name]) : this.#all;
            return this.#setOf(seed.expr) ?? { size: 1, types: this.#all.types };
          })
          .reduce((a, b) => this.#union(a, b), { size: 0, types: [] });
      case 'binary': {
        const [left, right] = [this.#setOf(expr.left), this.#setOf(expr.right)];
        if (left === null || right === null) return null;
        if (expr.op === 'UNION') return this.#union(left, right);
        if (expr.op === 'INTERSECT') return this.#common(left, right);
        return expr.op === 'MINUS' ? left : null;
      }
      default:
        return null;
    }
  }

  /** The average number of edges at a vertex of `near` that lead to one of `far`. */
  #edgesAt(
    steps: PatternEdge['steps'],
    backward: boolean,
    near: readonly string[],
    far: readonly string[],
  ): number {
    let found = 0;
    for (const { name, direction } of steps) {
      const named = this.#sizes.edgeTypes.filter((type) => type.name === name?.text);
      // A parameter may name any type.
      const types =
        named.length > 0 ? named : this.#sizes.edgeTypes.filter(({ reverseOf }) => reverseOf === undefined);
      for (const type of types) {
        const turned = (type.reverseOf !== undefined) !== backward;
        const both = !type.directed || direction === 'any';
        const along = direction === 'in' ? turned : !turned;
        for (const { from, to, count } of this.#sizes.edges(type.reverseOf ?? type.name)) {
          if ((both || along) && near.includes(from) && far.includes(to)) found += count;
          if ((both || !along) && near.includes(to) && far.includes(from)) found += count;
        }
      }
    }
    return found / Math.max(1, this.#count(near));
  }

  /** The estimate of one hop from a vertex at the bound end of an edge. */
  #hop(
    nest: PlannedNest,
    edge: PatternEdge,
    backward: boolean,
  ): { readonly seen: number; readonly kept: number } {
    const { nodes } = nest.pattern;
    const ends = [nodes[edge.from], nodes[edge.to]] as [PatternNode, PatternNode];
    const [near, far] = (backward ? ends.toReversed() : ends).map((node) =>
      this.#node(node, nest.variables),
    ) as [VertexEstimate, VertexEstimate];
    const whole = Math.max(1, this.#count(far.types));
    const within = Math.min(1, far.size / whole);
    const each = this.#edgesAt(edge.steps, backward, near.types, far.types) * EQUAL ** edge.properties.length;
    if (edge.repeat === undefined) return { seen: each, kept: each * within };
    const { min, max } = edge.repeat;
    let [seen, last] = [0, 1];
    let kept = min === 0 ? 1 : 0;
    for (let turn = 1; turn <= (max ?? MOST_TURNS); turn += 1) {
      // A vertex is reached once, however many ways lead to it.
      seen += last * each;
      last = Math.min(whole, last * each);
      if (turn >= min) kept = Math.min(whole, kept + last);
      if (seen > whole * Math.max(1, each)) break;
    }
    return { seen, kept: kept * within };
  }

  #branch(nest: PlannedNest, branch: CountedBranch): { readonly seen: number; readonly kept: number } {
    const edge = nest.pattern.edges[branch.edge];
    if (edge === undefined) return { seen: 0, kept: 0 };
    const { seen, kept } = this.#hop(nest, edge, branch.backward);
    const share = shareOfAll(branch.filters);
    return branch.branches.reduce(
      (sum, inner) => {
        const more = this.#branch(nest, inner);
        return { seen: sum.seen + kept * more.seen, kept: sum.kept * Math.min(1, more.kept) };
      },
      { seen, kept: kept * share },
    );
  }

  /** Rows out of an operator, and the vertices and edges that it looks at. */
  #operator(
    nest: PlannedNest,
    operator: Operator,
    rowsIn: number,
  ): { readonly rowsOut: number; readonly cost: number } {
    const { nodes, edges } = nest.pattern;
    switch (operator.kind) {
      case 'scan': {
        const node = nodes[operator.node] as PatternNode;
        const set = this.#node(node, nest.variables);
        const size = operator.key === undefined ? set.size : Math.min(1, set.size);
        const tests = Math.max(0, node.properties.length - (operator.key === undefined ? 0 : 1));
        return {
          rowsOut: rowsIn * size * shareOfAll(operator.filters) * EQUAL ** tests,
          cost: rowsIn * size,
        };
      }
      case 'expand': {
        const edge = edges[operator.edge] as PatternEdge;
        const { seen, kept } = this.#hop(nest, edge, operator.backward);
        const reached = nodes[operator.backward ? edge.from : edge.to] as PatternNode;
        const tests = EQUAL ** reached.properties.length;
        return { rowsOut: rowsIn * kept * shareOfAll(operator.filters) * tests, cost: rowsIn * (1 + seen) };
      }
      case 'close':
      case 'intersect': {
        const [edge, closing] =
          operator.kind === 'close'
            ? [null, edges[operator.edge] as PatternEdge]
            : [edges[operator.edge] as PatternEdge, edges[operator.closing] as PatternEdge];
        const first = edge === null ? { seen: 0, kept: 1 } : this.#hop(nest, edge, operator.backward);
        const { kept } = this.#hop(nest, closing, false);
        const target = this.#node(nodes[closing.to] as PatternNode, nest.variables);
        const found = Math.min(1, kept / Math.max(1, target.size));
        return {
          rowsOut: rowsIn * first.kept * found * shareOfAll(operator.filters),
          cost: rowsIn * (1 + first.seen),
        };
      }
      case 'count': {
        const { seen, kept } = this.#branch(nest, operator.branch);
        return { rowsOut: rowsIn * Math.min(1, kept), cost: rowsIn * (1 + seen) };
      }
      case 'gather': {
        const { size } = this.#node(nodes[operator.node] as PatternNode, nest.variables);
        return { rowsOut: Math.min(rowsIn, size), cost: rowsIn };
      }
    }
  }

  /** Figures of the rows of a nest, of the plan that is taken, and its rows; those of other plans get none. */
  nest(nest: PlannedNest, figures: Map<number, Figures>): { readonly start: number; readonly found: number } {
    const starts = nest.variants.map((variant) => {
      const [scan] = variant.plan.operators;
      const { rowsOut, cost } = scan === undefined ? { rowsOut: 0, cost: 0 } : this.#operator(nest, scan, 1);
      return { ...variant, size: cost, ranked: rowsOut * variant.weight };
    });
    const [first, ...others] = starts;
    if (first === undefined) return { start: 0, found: 0 };
    const chosen = others.reduce((best, each) => (each.ranked < best.ranked ? each : best), first);
    let rows = 1;
    chosen.plan.operators.forEach((operator, index) => {
      const { rowsOut, cost } = this.#operator(nest, operator, rows);
      const rowsIn = index === 0 ? chosen.size : rows;
      const choices = index === 0 && starts.length > 1 ? { choices: starts.length } : {};
      figures.set(chosen.rows[index] ?? -1, { rowsIn, rowsOut, cost, ...choices });
      rows = rowsOut;
    });
    if (chosen.work !== null) figures.set(chosen.work, { rowsIn: rows, rowsOut: rows, cost: rows });
    return { start: chosen.size, found: rows };
  }

  /** Notes the set that a statement assigns, and gives the statement's rows. */
  statement(
    statement: Ast.BodyStatement,
    nest: PlannedNest | undefined,
    { start, found }: { readonly start: number; readonly found: number },
  ): Figures {
    if (statement.kind === 'assign' && statement.target.kind === 'name') {
      const set = this.#setOf(statement.value);
      if (set === null) return NO_FIGURES;
      this.#sets.set(statement.target.name, set);
      return { rowsIn: null, rowsOut: set.size, cost: set.size };
    }
    if (nest === undefined) return NO_FIGURES;
    const select =
      statement.kind === 'assignSelect' || statement.kind === 'select' ? statement.select : undefined;
    if (select?.alias === undefined) return { rowsIn: start, rowsOut: found, cost: null };
    const node = nest.pattern.nodes.find(({ name }) => name === select.alias?.text);
    const from = node === undefined ? this.#all : this.#node(node, nest.variables);
    const limit = select.limit?.kind === 'int' ? Number(select.limit.value) : Infinity;
    const kept = Math.min(found, from.size) * (select.having === undefined ? 1 : shareOf(select.having));
    const size = Math.min(kept, limit);
    if (statement.kind === 'assignSelect') this.#sets.set(statement.target.text, { size, types: from.types });
    return { rowsIn: start, rowsOut: size, cost: null };
  }
}

function elementOf(type: ValueType): ValueType | undefined {
  return 'element' in type ? type.element : undefined;
}

/** The plan of a query: its statements and the operators of the plans that are expected to be taken, in a tree. */
export function estimatePlan({ rows, nests, statements }: Planned, sizes: GraphSizes): readonly PlanRow[] {
  const estimator = new Estimator(sizes);
  const figures = new Map<number, Figures>();
  const ofStatement = Map.groupBy(nests, ({ statement }) => statement);
  const operators = new Set(
    nests.flatMap(({ variants }) => variants.flatMap((each) => [...each.rows, each.work])),
  );
  rows.forEach((_, index) => {
    const statement = statements.get(index);
    if (statement === undefined) return;
    const own = ofStatement.get(index) ?? [];
    const found = own.map((nest) => estimator.nest(nest, figures)).at(-1) ?? { start: 0, found: 0 };
    figures.set(index, estimator.statement(statement, own.at(-1), found));
  });
  const depths: number[] = [];
  const costs = new Map<number, number>();
  // Parts stand behind what they belong to.
  rows.forEach((_, reversed) => {
    const index = rows.length - 1 - reversed;
    const cost = (figures.get(index)?.cost ?? 0) + (costs.get(index) ?? 0);
    costs.set(index, cost);
    const parent = rows[index]?.parent ?? null;
    if (parent !== null) costs.set(parent, (costs.get(parent) ?? 0) + cost);
  });
  return rows.flatMap(({ kind, operator, text, line, parent }, index) => {
    depths[index] = parent === null ? 0 : (depths[parent] ?? 0) + 1;
    const given = figures.get(index);
    // Operators of plans that are not taken.
    if (given === undefined && operators.has(index)) return [];
    const { rowsIn, rowsOut, choices = 1 } = given ?? NO_FIGURES;
    const cost = costs.get(index) ?? 0;
    const rounded = (value: number | null): number | null => (value === null ? null : Math.ceil(value));
    return {
      ...{ depth: depths[index], kind, operator, text, line, choices },
      ...{ rowsIn: rounded(rowsIn), rowsOut: rounded(rowsOut), cost: cost === 0 ? null : Math.ceil(cost) },
    };
  });
}
