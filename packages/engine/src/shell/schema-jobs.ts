/** CREATE SCHEMA_CHANGE JOB and RUN SCHEMA_CHANGE JOB. */
import { engineError } from '../errors/catalogue.ts';
import { newEnds, parseProgram, vectorOf, type Ast } from '@acacia/language';
import { addMembers, applySchemaChange } from '../catalog/change-graphs.ts';
import {
  graphEntry,
  keyInGraph,
  scopeOf,
  withEntry,
  type Catalog,
  type SchemaJobEntry,
} from '../catalog/catalog.ts';
import { checkName } from '../catalog/names.ts';
import { removeTuple } from '../catalog/tuples.ts';
import type { AlterType, SchemaChange, SchemaJobChange } from '../schema-change.ts';
import { changeSchema, orFail, requireGraph } from './definitions.ts';
import type { ShellContext } from './shell.ts';
import { attributeOf, edgeTypeOf, pairsOf, vertexTypeOf } from '../catalog/type-definitions.ts';

export async function createSchemaJob(context: ShellContext, job: Ast.CreateSchemaJob): Promise<void> {
  const name = job.name.text;
  const graph = job.global ? null : (job.graph?.text ?? requireGraph(context));
  const kind = job.global ? 'global schema change jobs' : 'schema change jobs';
  await orFail(context, `Failed to create ${kind}: [${name}].`, () =>
    context.store.changeCatalog((catalog) => {
      if (graph !== null) graphEntry(catalog, graph);
      checkName('job', name);
      const key = keyInGraph(graph ?? '', name);
      if (catalog.schemaJobs.has(key) || catalog.loadingJobs.has(key)) {
        throw engineError('jobNameTaken', { name });
      }
      // A job that cannot run now is refused now; it is checked again when it runs.
      applySteps(catalog, graph, job.steps);
      const entry: SchemaJobEntry = { name, graph, code: job.text };
      return { ...catalog, schemaJobs: withEntry(catalog.schemaJobs, key, entry) };
    }),
  );
  context.print(`Successfully created ${kind}: [${name}].`);
}

const REINSTALL_WARNING =
  "WARNING: When modifying the graph schema, reinstalling all affected queries is required, and the duration of this process may vary based on the number and complexity of the queries. To skip query reinstallation, you can run with the '-N' option, but manual reinstallation of queries will be necessary afterwards.";

export async function runSchemaJob(
  context: ShellContext,
  { name: { text: name }, global, reinstall }: Extract<Ast.Statement, { kind: 'runSchemaJob' }>,
): Promise<void> {
  const entry = findJob(context, name, global);
  const steps = storedSteps(entry);
  const { print } = context;
  const { graph } = entry;
  if (reinstall) print(REINSTALL_WARNING);
  print(`Kick off ${graph === null ? 'global ' : ''}schema change job ${name}`);
  const versions = new Map(
    [...context.store.catalog.graphs.values()].map((each) => [each.name, each.schemaVersion]),
  );
  if (graph === null) print('Doing schema change on global scope');
  else print(`Doing schema change on graph '${graph}' (current version: ${versions.get(graph) ?? 0})`);
  for (const step of steps) print(describeStep(step, graph));
  const began = performance.now();
  const kind = graph === null ? 'Global' : 'Local';
  await orFail(context, `${kind} schema change failed. The schema is as it was before.`, () =>
    changeSchema(context, (catalog) => applySteps(catalog, graph, steps)),
  );
  for (const { name: each, schemaVersion } of context.store.catalog.graphs.values()) {
    if (versions.get(each) !== schemaVersion) print(`Graph ${each} updated to new version ${schemaVersion}`);
  }
  print(`The job ${name} completes in ${((performance.now() - began) / 1000).toFixed(3)} seconds!`);
  print(`${kind} schema change succeeded.`);
}

/** A job of the session's graph; without one, of the only graph that has a job of this name. */
function findJob(context: ShellContext, name: string, global: boolean): SchemaJobEntry {
  const { schemaJobs } = context.store.catalog;
  const { graph } = context.session;
  const named = [...schemaJobs.values()].filter(
    (job) => job.name === name && (global ? job.graph === null : job.graph !== null),
  );
  const entry = named.find((job) => job.graph === graph) ?? (global || graph === null ? named[0] : undefined);
  if (entry !== undefined && (named.length === 1 || entry.graph === graph)) return entry;
  if (named.length > 1) throw engineError('jobOfSeveralGraphs', { name });
  const other = [...schemaJobs.values()].some((job) => job.name === name && (job.graph === null) !== global);
  const kind = global ? 'global schema change job' : 'schema change job';
  if (!other) throw engineError('schemaJobUnknown', { kind, name });
  const right = global ? 'SCHEMA_CHANGE JOB' : 'GLOBAL SCHEMA_CHANGE JOB';
  throw engineError('schemaJobOfOtherScope', { kind, name, right });
}

/** The change that the statements of a job make, but for tuples and members of graphs. */
function changeOfSteps(
  catalog: Catalog,
  graph: string | null,
  steps: readonly Ast.SchemaStep[],
): SchemaChange {
  const ofKind = <K extends Ast.SchemaStep['kind']>(kind: K) => stepsOf(steps, kind);
  const added = ofKind('addType').map(({ type }) => type);
  const alterations = (what: 'vertex' | 'edge'): AlterType[] =>
    ofKind('alter')
      .filter((step) => step.what === what)
      .map(({ type, add, drop }) => ({
        name: type.text,
        addAttributes: add.map(attributeOf),
        dropAttributes: drop.map(({ text }) => text),
      }));
  const dropped = (what: 'vertex' | 'edge'): string[] =>
    ofKind('dropTypes')
      .filter((step) => step.what === what)
      .flatMap(({ names }) => names.map(({ text }) => text));
  return {
    addVertexTypes: added.flatMap((type) => (type.kind === 'createVertex' ? [vertexTypeOf(type)] : [])),
    addEdgeTypes: added.flatMap((type) => (type.kind === 'createEdge' ? [edgeTypeOf(type)] : [])),
    dropVertexTypes: dropped('vertex'),
    dropEdgeTypes: dropped('edge'),
    alterVertexTypes: [
      ...alterations('vertex'),
      ...ofKind('index').map(indexChange),
      ...ofKind('vector').map(vectorChange),
    ],
    alterEdgeTypes: [
      ...alterations('edge'),
      ...ofKind('pairs').map(({ type, adds, pairs }) => ({
        name: type.text,
        ...(adds ? { addPairs: pairsOf(pairs) } : { dropPairs: pairsOf(pairs) }),
      })),
      ...ofKind('addEnds').map((step) => ({
        name: step.type.text,
        addPairs: newEnds(
          scopeOf(catalog, graph).edgeTypes.get(step.type.text)?.entry.type.pairs ?? [],
          step,
        ),
      })),
    ],
  };
}

const stepsOf = <K extends Ast.SchemaStep['kind']>(steps: readonly Ast.SchemaStep[], kind: K) =>
  steps.filter((step): step is Extract<Ast.SchemaStep, { kind: K }> => step.kind === kind);

function storedSteps({ name, code }: SchemaJobEntry): readonly Ast.SchemaStep[] {
  const { statements } = parseProgram(code).program;
  const job = statements.find((statement) => statement.kind === 'createSchemaJob');
  if (job === undefined) throw new Error(`The stored text of the job ${name} cannot be read`);
  return job.steps;
}

/** The change of a stored job as data. */
export function changeOfJob(catalog: Catalog, entry: SchemaJobEntry): SchemaJobChange {
  const steps = storedSteps(entry);
  return {
    change: changeOfSteps(catalog, entry.graph, steps),
    members: stepsOf(steps, 'member').map(({ what, adds, names, graph }) => ({
      what,
      adds,
      names: names.map(({ text }) => text),
      graph: graph.text,
    })),
  };
}

/** All statements of a job as one change: whole, or not at all. */
function applySteps(catalog: Catalog, graph: string | null, steps: readonly Ast.SchemaStep[]): Catalog {
  const change = changeOfSteps(catalog, graph, steps);
  if (graph !== null) {
    const altered = [...(change.alterVertexTypes ?? []), ...(change.alterEdgeTypes ?? [])].map(
      ({ name }) => name,
    );
    const dropped = [...(change.dropVertexTypes ?? []), ...(change.dropEdgeTypes ?? [])];
    checkLocal(catalog, graph, [...dropped, ...altered]);
  }
  let next = applySchemaChange(catalog, graph, change);
  for (const { names } of stepsOf(steps, 'dropTuples'))
    next = names.reduce((each, { text }) => removeTuple(each, text), next);
  for (const step of stepsOf(steps, 'member')) next = changeMembers(next, graph, step);
  return next;
}

const indexChange = ({ type, name, attribute }: Extract<Ast.SchemaStep, { kind: 'index' }>): AlterType => ({
  name: type.text,
  ...(attribute === undefined
    ? { dropIndexes: [name.text] }
    : { addIndexes: [{ name: name.text, attribute: attribute.text }] }),
});

function vectorChange({ type, name, options }: Extract<Ast.SchemaStep, { kind: 'vector' }>): AlterType {
  if (options === undefined) return { name: type.text, dropVectors: [name.text] };
  const vector = vectorOf(name.text, options, ({ message }) => {
    throw engineError('vectorOptionRefused', { reason: message });
  });
  return { name: type.text, addVectors: [vector] };
}

/** A graph's job changes the graph's own types alone: others use the global ones too. */
function checkLocal(catalog: Catalog, graph: string, names: readonly string[]): void {
  const scope = scopeOf(catalog, graph);
  for (const name of names) {
    const entry = scope.vertexTypes.get(name) ?? scope.edgeTypes.get(name)?.entry;
    if (entry?.graph !== null) continue;
    throw engineError('globalTypeInLocalJob', { name, graph });
  }
}

function changeMembers(
  catalog: Catalog,
  scope: string | null,
  { adds, names, graph, what }: Extract<Ast.SchemaStep, { kind: 'member' }>,
): Catalog {
  if (scope !== null) throw engineError('typesMovedByLocalJob');
  const texts = names.map(({ text }) => text);
  if (adds) return addMembers(catalog, graph.text, texts);
  return applySchemaChange(
    catalog,
    graph.text,
    what === 'vertex' ? { dropVertexTypes: texts } : { dropEdgeTypes: texts },
  );
}

/** A sentence about the change that a statement of a job is about to make. */
function describeStep(step: Ast.SchemaStep, graph: string | null): string {
  const scope = graph === null ? 'global' : 'local';
  const to = graph === null ? '' : ` to the graph '${graph}'`;
  const list = (names: readonly { readonly text: string }[]): string =>
    names.map(({ text }) => text).join(', ');
  switch (step.kind) {
    case 'addType': {
      const { type } = step;
      if (type.kind === 'createVertex') return `Trying to add ${scope} vertex '${type.name.text}'${to}.`;
      const reverse =
        type.reverseEdge === undefined ? '' : ` and its reverse edge '${type.reverseEdge.text}'`;
      return `Trying to add ${scope} edge '${type.name.text}'${reverse}${to}.`;
    }
    case 'alter': {
      const names =
        step.add.length > 0 ? step.add.map(({ name }) => name) : step.drop.map(({ text }) => text);
      const quoted = names.map((name) => `'${name}'`).join(', ');
      const [verb, preposition] = step.add.length > 0 ? ['add', 'to'] : ['drop', 'from'];
      return `Trying to ${verb} attribute ${quoted} ${preposition} ${scope} ${step.what} '${step.type.text}'.`;
    }
    case 'pairs': {
      const [verb, preposition] = step.adds ? ['add', 'to'] : ['drop', 'from'];
      return `Trying to ${verb} ${step.pairs.length} pair(s) of vertex types ${preposition} the edge '${step.type.text}'.`;
    }
    case 'addEnds':
      return `Trying to add ${list([...step.from, ...step.to])} to the ends of the edge '${step.type.text}'.`;
    case 'index': {
      const verb = step.attribute === undefined ? 'drop' : 'add';
      return `Trying to ${verb} the index '${step.name.text}' of the ${scope} vertex '${step.type.text}'.`;
    }
    case 'vector':
      return `Trying to ${step.options === undefined ? 'drop' : 'add'} the vector attribute ${step.name.text} of the vertex '${step.type.text}'.`;
    case 'dropTypes':
      return `Trying to drop the ${step.what} ${list(step.names)}.`;
    case 'dropTuples':
      return `Trying to drop the tuple ${list(step.names)}.`;
    case 'member':
      return `Trying to ${step.adds ? 'add' : 'drop'} the ${step.what} ${list(step.names)} ${step.adds ? 'to' : 'from'} the graph '${step.graph.text}'.`;
  }
}
