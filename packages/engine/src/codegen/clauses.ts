/** How the clauses of a SELECT read and write accumulators. */
import type { Ast } from '@acacia/language';
import { walk } from '../plan/aliases.ts';
import { rootOf } from './places.ts';
import type { Clause } from './unit.ts';

/** Accumulators that a tree reads and those that it writes. */
export function accumulatorsOf(trees: unknown) {
  const vertexReads = new Set<string>();
  const vertexWrites = new Set<string>();
  const vertexPrevious = new Set<string>();
  const globalReads = new Set<string>();
  const globalWrites = new Set<string>();
  const vertexOnlyAdded = new Map<string, Set<string | undefined>>();
  const vertexAssigned = new Set<string>();
  const targets = new Set<unknown>();
  walk(trees, (node) => {
    const written =
      node.kind === 'assign' && 'target' in node
        ? node.target
        : node.kind === 'expr' && 'expr' in node
          ? methodTarget(node.expr)
          : undefined;
    const target = written === undefined ? undefined : rootOf(written as Ast.Expr);
    if (target?.kind === 'vertexAccum') {
      vertexWrites.add(target.name);
      if (written === target && 'op' in node && node.op === '+=') {
        const by = target.target.kind === 'name' ? target.target.name : undefined;
        vertexOnlyAdded.set(target.name, (vertexOnlyAdded.get(target.name) ?? new Set()).add(by));
      } else vertexAssigned.add(target.name);
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
  for (const name of vertexAssigned) vertexOnlyAdded.delete(name);
  return { vertexReads, vertexWrites, vertexOnlyAdded, vertexPrevious, globalReads, globalWrites };
}

/** Names of vertices whose accumulators statements change by `+=` alone. */
export function addedTo(statements: readonly Ast.DmlStatement[]): ReadonlySet<string> {
  const { vertexOnlyAdded } = accumulatorsOf(statements);
  return new Set(
    [...vertexOnlyAdded.values()].flatMap((names) => [...names].filter((name) => name !== undefined)),
  );
}

function methodTarget(expr: unknown): unknown {
  const method = expr as Ast.Expr;
  return method.kind === 'method' ? method.target : undefined;
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> =>
  new Set([...a].filter((name) => b.has(name)));

/** The clauses of one SELECT: how its accumulators are read and written. */
interface Clauses {
  readonly accum: Clause;
  /** `shared`: several threads may run it, and each gathers for itself. */
  readonly post: (body: readonly Ast.DmlStatement[], shared: boolean) => Clause;
  /** Vertex accumulators whose values from before the SELECT are kept. */
  readonly kept: ReadonlySet<string>;
}

export function clausesOf(
  where: unknown,
  accum: readonly Ast.DmlStatement[],
  posts: readonly Ast.PostAccumClause[],
  shareable: boolean,
): Clauses {
  const inRows = accumulatorsOf([where, accum]);
  const previous = accumulatorsOf(posts).vertexPrevious;
  const readOld = shared(inRows.vertexReads, inRows.vertexWrites);
  const kept = new Set([...readOld, ...previous, ...inRows.vertexPrevious]);
  return {
    kept,
    accum: {
      kind: 'accum',
      fixed: true,
      readOld,
      keepOld: kept,
      onlyAdded: inRows.vertexOnlyAdded,
      gathered: new Map(),
      // Where threads share the rows, each gathers for itself.
      gatherContainers: shareable ? inRows.globalWrites : shared(inRows.globalReads, inRows.globalWrites),
      deferred: new Map(),
    },
    post: (body, several) => {
      const used = accumulatorsOf(body);
      return {
        kind: 'post',
        fixed: false,
        readOld: new Set(),
        keepOld: kept,
        onlyAdded: new Map(),
        gathered: new Map(),
        gatherContainers: several ? used.globalWrites : shared(used.globalReads, used.globalWrites),
        deferred: new Map(),
      };
    },
  };
}
