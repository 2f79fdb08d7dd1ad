/**
 * Queries, jobs, functions and templates of a manifest, parsed again from their texts, as if someone had typed them. A
 * text that contradicts the manifest is an EngineError.
 */
import { engineError } from '../errors/catalogue.ts';
import { parseProgram, parseQuery, type Ast, type Named } from '@acacia/language';
import { keyInGraph, schemaOf, scopeOf, withEntry, type Catalog } from '../catalog/catalog.ts';
import { putFunctionFile } from '../catalog/functions.ts';
import { checkName } from '../catalog/names.ts';
import { describeQuery, findQuery, putQuery } from '../catalog/queries.ts';
import { queryFaults } from '../read/read-text.ts';
import { jobFiles, jobFits, parseLoadingJob } from '../load/loading-job.ts';
import type { Manifest } from './manifest.ts';

type Member<K extends keyof Manifest> = Manifest[K] extends readonly (infer M)[] ? M : never;

/** The only statement of a text, if it can be read. */
function statementOf(text: string): Ast.Statement | undefined {
  const { program, diagnostics } = parseProgram(text);
  const isSound =
    program.statements.length === 1 && !diagnostics.some(({ severity }) => severity === 'error');
  return isSound ? program.statements[0] : undefined;
}

function checkFree(catalog: Catalog, graph: string, what: Named, name: string): void {
  checkName(what, name);
  const scope = scopeOf(catalog, graph);
  if (scope.vertexTypes.has(name) || scope.edgeTypes.has(name))
    throw engineError('importedNameTaken', { what, name, graph });
}

export const withFunctionFile = (catalog: Catalog, { name, code }: Member<'functionFiles'>): Catalog =>
  putFunctionFile(catalog, name, code);

/**
 * As a draft; `withSoundQueries` says which of them can be run.
 * @throws EngineError when the text is not that of the query
 */
export function withQuery(catalog: Catalog, entry: Member<'queries'>): Catalog {
  const { name, graph, code, description, parameters } = entry;
  // A draft may have errors of syntax.
  const { query } = parseQuery(code);
  if (query === undefined || query.name.text !== name) throw engineError('importedQueryText', { name });
  checkFree(catalog, graph, 'query', name);
  const descriptions = parameters.flatMap((parameter) =>
    parameter.description === undefined ? [] : [[parameter.name, parameter.description] as const],
  );
  return describeQuery(putQuery(catalog, graph, query, code, true), graph, {
    name,
    parameters: Object.fromEntries(descriptions),
    ...(description === undefined ? {} : { description }),
  });
}

/** Queries may call each other, so they are judged when all of them are there. */
export async function withSoundQueries(
  catalog: Catalog,
  entries: readonly Member<'queries'>[],
): Promise<Catalog> {
  // A query without faults counts for those that call it.
  let next = catalog;
  const put = (entry: Member<'queries'>, mark: object): void => {
    const known = findQuery(next, entry.graph, entry.name);
    if (known === undefined) throw new TypeError(`The query ${entry.name} was not stored`);
    const key = keyInGraph(entry.graph, entry.name);
    next = { ...next, queries: withEntry(next.queries, key, { ...known, ...mark }) };
  };
  for (const entry of entries) put(entry, { draft: false, installed: entry.installed });
  const whole = next;
  for (const entry of entries) {
    const faults = await queryFaults(entry.code, schemaOf(whole, entry.graph));
    if (!faults.some(({ severity }) => severity === 'error')) continue;
    if (entry.disabled === true) put(entry, { installed: false, disabled: true });
    else put(entry, { installed: false, draft: true });
  }
  return next;
}

/**
 * One that does not fit the schema is kept to be read. Its files are judged when it runs.
 * @throws EngineError when the text is not that of the job
 */
export function withLoadingJob(catalog: Catalog, { name, graph, code }: Member<'loadingJobs'>): Catalog {
  const job = parseLoadingJob(code);
  if (job.name.text !== name) throw engineError('importedLoadingJobText', { name });
  checkFree(catalog, graph, 'loading job', name);
  const fits = jobFits(catalog, graph, code) ? {} : { disabled: true as const };
  const entry = { name, graph, code: job.text, files: jobFiles(job), ...fits };
  return { ...catalog, loadingJobs: withEntry(catalog.loadingJobs, keyInGraph(graph, name), entry) };
}

/** @throws EngineError when the text is not that of the job */
export function withSchemaJob(catalog: Catalog, { name, graph, code }: Member<'schemaJobs'>): Catalog {
  const job = statementOf(code);
  if (job?.kind !== 'createSchemaJob' || job.name.text !== name || job.global !== (graph === null))
    throw engineError('importedSchemaJobText', { name });
  checkName('job', name);
  if (graph !== null) scopeOf(catalog, graph);
  const entry = { name, graph, code };
  return { ...catalog, schemaJobs: withEntry(catalog.schemaJobs, keyInGraph(graph ?? '', name), entry) };
}

/** @throws EngineError when the text is not that of the template */
export function checkTemplate({ name, code }: Member<'templates'>): void {
  const template = statementOf(code);
  if (template?.kind !== 'createTemplate' || template.name.text !== name)
    throw engineError('importedTemplateText', { name });
}

/**
 * The type that an accumulator's name stands for is a text of GSQL.
 * @throws EngineError when the text cannot be read
 */
export function checkTuple({ name, accum }: Member<'tuples'>): void {
  if (accum === undefined) return;
  const made = statementOf(`TYPEDEF ${accum} ${name}`);
  if (made?.kind !== 'createTuple' || made.name.text !== name || made.accum !== accum)
    throw engineError('importedTypeUnreadable', { name });
}
