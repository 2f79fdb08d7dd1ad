/** Runs a query in the calling thread: compiles it unless the cache has it, binds parameters, runs. */
import { engineError } from '../errors/catalogue.ts';
import { type CompiledQuery, compileQuery } from '../codegen/query.ts';
import { evaluateText } from '../codegen/evaluator.ts';
import type { GraphSchema } from '@acacia/language';
import type { Writing } from '../engine.ts';
import type { SharedEdgeTable } from '../graph/edge-table.ts';
import type { GraphSnapshot, VertexRef } from '../graph/snapshot.ts';
import { Sandbox } from './functions/sandbox.ts';
import { faultOfValues } from './fault-of-values.ts';
import { QueryContext, type Shape } from '../library/context.ts';
import { forgetSequences } from '../library/math.ts';
import { memoryError, startMeter } from '../library/meter.ts';
import type { Part } from '../library/parts.ts';
import { Profile } from '../library/profile.ts';
import { Results, type Sink } from '../library/results.ts';
import { releaseShared } from '../library/shared-pool.ts';
import { forgetCanonical } from '../library/values.ts';
import { searchPaths } from '../paths/search-paths.ts';
import { estimatePlan } from '../plan/estimate.ts';
import { bindArguments, bindParameters } from './parameters.ts';
import { Printed } from '../printed.ts';
import type { RunOutcome, RunRequest } from './request.ts';

/** A request as it is sent to a thread: without the properties that cannot be sent. */
export type Execution = Omit<RunRequest, 'snapshot' | 'options'> & {
  readonly profile: boolean;
  readonly writing?: Writing;
  /** Shared marks by which the asking thread samples which operator runs. */
  readonly marks?: Int32Array<SharedArrayBuffer>;
  readonly optimise: boolean;
  readonly memoryLimitBytes: number;
  /** Results are handed over as they are printed: the bytes that were not taken yet, in one shared number. */
  readonly untaken?: Int32Array<SharedArrayBuffer>;
};

const KEPT_QUERIES = 200;
const MAX_CALL_DEPTH = 200;

/** Queries compiled in this thread, by text and `Shape`. */
const compiled = new Map<string, CompiledQuery>();
const wideAttributes = new WeakMap<GraphSnapshot, ReadonlySet<string>>();

/** Attributes with values beyond 2^53 in this snapshot. */
function wideOf(snapshot: GraphSnapshot): ReadonlySet<string> {
  let wide = wideAttributes.get(snapshot);
  if (wide === undefined) {
    const names = new Set<string>();
    for (const table of snapshot.vertexTables) {
      for (const name of [
        table.type.primaryId.name,
        ...table.type.attributes.map((attribute) => attribute.name),
      ]) {
        if (table.column(name)?.kind === 'bigint') names.add(`v:${name}`);
      }
    }
    for (const { name: edgeType, attributes } of snapshot.edgeTypes) {
      for (const table of snapshot.edgeTables(edgeType)) {
        for (const { name } of attributes) if (table.column(name)?.kind === 'bigint') names.add(`e:${name}`);
      }
    }
    wide = names;
    wideAttributes.set(snapshot, wide);
  }
  return wide;
}

function compile(text: string, request: Shape, snapshot: GraphSnapshot): CompiledQuery {
  const wide = wideOf(snapshot);
  const { profile, optimise } = request;
  const functions = request.schema.functions ?? [];
  const shape = [request.schema.name, request.schemaVersion, profile, optimise, functions, ...wide];
  const key = `${JSON.stringify(shape)}\n${text}`;
  let query = compiled.get(key);
  if (query === undefined) {
    query = compileQuery(text, { schema: request.schema, wide, profile, optimise });
    compiled.set(key, query);
    if (compiled.size > KEPT_QUERIES) compiled.delete(compiled.keys().next().value ?? '');
  }
  return query;
}

/** The parts of a query that another thread runs, as this one can run them too, with the context that they use. */
export function partsOfQuery(
  text: string,
  shape: Shape,
  snapshot: GraphSnapshot,
  virtual: readonly SharedEdgeTable[] | undefined,
): { readonly context: QueryContext; readonly parts: readonly Part[] } {
  const context = new QueryContext(snapshot, shape.schema);
  if (virtual !== undefined) context.useVirtual(virtual);
  return { context, parts: compile(text, shape, snapshot).parts(context) };
}

/**
 * `stop` is set by another thread to end the query.
 * @param sink takes what is printed while the query runs
 * @throws EngineError when the query fails
 */
export function execute(
  request: Execution,
  snapshot: GraphSnapshot,
  stop: Int32Array<SharedArrayBuffer>,
  sink?: Sink,
): RunOutcome {
  startMeter(stop, request.memoryLimitBytes);
  let sandbox: Sandbox | undefined;
  let isDynamic = false;
  try {
    // The rows of a plan are those of a profile.
    const asked = request.planOnly === true ? { ...request, profile: true } : request;
    const query = compile(request.text, asked, snapshot);
    ({ isDynamic } = query);
    if (request.planOnly === true) return planned(query, request.schema, snapshot);
    const context = new QueryContext(snapshot, request.schema);
    const { optimise, schema, schemaVersion, profile: profiled } = request;
    const shape = { schema, schemaVersion, profile: profiled, optimise };
    context.source = { text: request.text, shape };
    context.profile = new Profile(request.marks);
    if (request.writing !== undefined || sink !== undefined)
      context.results = new Results(request.writing, sink);
    const unitOptions = { schema, wide: wideOf(snapshot), profile: false, optimise };
    context.readable = request.readable ?? [];
    context.roles = request.roles ?? [];
    context.evaluate = (text, scope, values) => evaluateText(context, text, scope, values, unitOptions);
    context.callFunction = (name, args) => {
      sandbox ??= new Sandbox(request.functionCode ?? '', schema.functions ?? []);
      return sandbox.call(name, args);
    };
    let depth = 0;
    context.callQuery = (name, args) => {
      const text = request.subqueries?.[name];
      if (text === undefined) {
        throw engineError('calledQueryUnknown', { name });
      }
      depth += 1;
      if (depth > MAX_CALL_DEPTH) {
        throw engineError('callsTooDeep', { most: MAX_CALL_DEPTH });
      }
      try {
        const callee = compile(text, request, snapshot);
        isDynamic ||= callee.isDynamic;
        const called = context.forCall();
        called.source = { text, shape };
        const run = (): unknown => callee.run(called, bindArguments(name, callee.parameters, args));
        if (!profiled) return run();
        return context.profile.calling(name, (row) => {
          called.profile = context.profile;
          called.caller = row;
          return run();
        });
      } finally {
        depth -= 1;
      }
    };
    const given = bindParameters(context, query.parameters, request.parameters);
    if (request.paths === undefined) query.run(context, given);
    else searchPaths(context, request.paths, ...(given as [Iterable<VertexRef>, Iterable<VertexRef>]));
    const { results, writes, files, warnings, logs, profile } = context;
    return {
      printed: new Printed(results.finish()),
      release: () => undefined,
      writes: writes.finish(),
      files: files.all(),
      warnings,
      logs,
      ...(request.profile ? { profile: profile.shown() } : {}),
    };
  } catch (problem) {
    if (isTooDeep(problem)) {
      throw engineError('valuesNestedTooDeeply');
    }
    throw isExhausted(problem) ? memoryError() : faultOfValues(problem, isDynamic);
  } finally {
    sandbox?.dispose();
    forgetCanonical();
    forgetSequences();
    releaseShared();
  }
}

/** The plan in the place of an outcome. */
function planned(query: CompiledQuery, schema: GraphSchema, snapshot: GraphSnapshot): RunOutcome {
  const { vertexTables } = snapshot;
  const nameOf = (typeIndex: number): string => snapshot.vertexTable(typeIndex).type.name;
  const plan =
    query.planned === undefined
      ? []
      : estimatePlan(query.planned, {
          vertices: new Map(vertexTables.map(({ type, count }) => [type.name, count])),
          edgeTypes: schema.edgeTypes,
          edges: (name) =>
            snapshot.edgeTables(name).map(({ fromIndex, toIndex, count }) => ({
              from: nameOf(fromIndex),
              to: nameOf(toIndex),
              count,
            })),
        });
  const printed = new Printed([]);
  return { printed, release: () => undefined, writes: [], files: [], warnings: [], logs: [], plan };
}

/** Whether V8 threw because recursive calls or nested values have exhausted the stack. */
const isTooDeep = (problem: unknown): boolean =>
  problem instanceof RangeError && problem.message.startsWith('Maximum call stack size');

/** Whether V8 threw because a collection, a text or a buffer cannot grow any more. */
const isExhausted = (problem: unknown): boolean =>
  problem instanceof RangeError &&
  /(Map|Set) maximum size|Maximum BigInt size|Invalid (array|string|typed array) length|allocation failed|Array buffer/i.test(
    problem.message,
  );
