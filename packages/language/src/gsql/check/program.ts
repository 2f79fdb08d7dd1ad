/**
 * All errors of a shell text: syntax, and names and types as far as the schema is known. Statements that change the
 * catalog change the schema for later ones.
 */
import { finding } from '../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostic.ts';
import type { GraphSchema } from '../../schema.ts';
import type { CreateSchemaJob, Name, QueryDefinition, SelectAll, Statement } from '../ast.ts';
import { parseProgram, type ParsedProgram } from '../parse.ts';
import { analyzeQuery } from './analyze.ts';
import { edgeTypeOf, reportUnknown, reverseOf, vertexTypeOf } from './ddl.ts';
import type { Report } from './ddl.ts';
import { checkLoadingJob } from './loading.ts';
import { afterSteps } from './schema-job.ts';
import { describeTypeExpr } from './types.ts';
import { fromTypeExprToAttribute } from './tuple-fields.ts';

/** The catalog as a statement sees it: the working graph, and every graph whose schema is known. */
interface Catalog {
  /** Undefined: a graph of which nothing is known, so that names in it cannot be checked. */
  working: GraphSchema | undefined;
  readonly graphs: Map<string, GraphSchema>;
  /** Schema change jobs that the text makes. */
  readonly schemaJobs: Map<string, CreateSchemaJob>;
}

/**
 * Diagnostics of a text in the order of the text. `schema` is the working graph's (name '' for the global
 * scope); `graphs` are other graphs that the text may turn to with USE GRAPH or FOR GRAPH.
 */
export function checkProgram(
  text: string,
  schema: GraphSchema,
  graphs: readonly GraphSchema[] = [],
): readonly Diagnostic[] {
  return checkParsed(parseProgram(text), schema, graphs);
}

/** As `checkProgram`, of a text that was parsed before. */
export function checkParsed(
  { program, diagnostics: syntax }: ParsedProgram,
  schema: GraphSchema,
  graphs: readonly GraphSchema[],
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [...syntax];
  const report: Report = (severity, found, { start, end }, fix) => {
    diagnostics.push({
      ...found,
      severity,
      span: { start, end },
      ...(fix === undefined ? {} : { fix }),
    });
  };
  const catalog = catalogOf(schema, graphs);
  for (const statement of program.statements) {
    const broken = syntax.some(
      ({ span }) => span.start < statement.span.end && span.end > statement.span.start,
    );
    // A broken statement still defines the objects that it names, but its missing parts must not be reported again.
    checkStatement(statement, catalog, broken ? () => undefined : report, broken, diagnostics);
  }
  return diagnostics.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** The schema that a statement after these would see. */
export function schemaAfter(
  statements: readonly Statement[],
  schema: GraphSchema,
  graphs: readonly GraphSchema[],
): GraphSchema {
  const catalog = catalogOf(schema, graphs);
  for (const statement of statements) checkStatement(statement, catalog, () => undefined, true, []);
  return catalog.working ?? schema;
}

function catalogOf(schema: GraphSchema, graphs: readonly GraphSchema[]): Catalog {
  return {
    working: schema,
    graphs: new Map([...graphs, schema].map((graph) => [graph.name, graph])),
    schemaJobs: new Map(),
  };
}

function checkStatement(
  statement: Statement,
  catalog: Catalog,
  report: Report,
  broken: boolean,
  diagnostics: Diagnostic[],
): void {
  const { working } = catalog;
  switch (statement.kind) {
    case 'createVertex': {
      if (working === undefined) return;
      reportTaken(statement.name, working, report);
      const type = vertexTypeOf(statement, working, report);
      change(catalog, { ...working, vertexTypes: replaced(working.vertexTypes, type) });
      return;
    }
    case 'createEdge': {
      if (working === undefined) return;
      reportTaken(statement.name, working, report);
      const type = edgeTypeOf(statement, working, report);
      const reverse = reverseOf(type);
      const edgeTypes = replaced(working.edgeTypes, type);
      change(catalog, {
        ...working,
        edgeTypes: reverse === undefined ? edgeTypes : replaced(edgeTypes, reverse),
      });
      return;
    }
    case 'createTuple':
      if (working === undefined) return;
      change(catalog, {
        ...working,
        tuples: replaced(working.tuples, {
          name: statement.name.text,
          fields: statement.fields.map(({ name, type }) => ({ name, type: fromTypeExprToAttribute(type) })),
          ...(statement.accum === undefined ? {} : { accum: statement.accum }),
        }),
      });
      return;
    case 'createGraph':
      createGraph(statement, catalog, report);
      return;
    case 'useGraph':
      catalog.working = catalog.graphs.get(statement.name?.text ?? '');
      return;
    case 'createLoadingJob': {
      const schema = schemaFor(statement.graph, catalog);
      if (schema !== undefined) checkLoadingJob(statement, schema, report);
      return;
    }
    case 'createSchemaJob': {
      const schema = statement.global ? catalog.graphs.get('') : schemaFor(statement.graph, catalog);
      if (schema !== undefined) afterSteps(statement.steps, schema, report);
      catalog.schemaJobs.set(statement.name.text, statement);
      return;
    }
    case 'runSchemaJob':
      runSchemaJob(statement.name.text, catalog);
      return;
    case 'createQuery':
    case 'interpretQuery':
      checkQuery(statement, catalog, broken, diagnostics);
      return;
    case 'installQuery':
      if (statement.names === '*') return;
      for (const name of statement.names) if (!/[*?]/.test(name.text)) knownQuery(name, working, report);
      return;
    case 'interpretStored':
      knownQuery(statement.name, working, report);
      return;
    case 'runQuery':
      checkRun(statement, working, report);
      return;
    case 'drop':
      drop(statement, catalog, report);
      return;
    case 'describe': {
      const schema = schemaFor(statement.graph, catalog);
      if (statement.subjects !== '*')
        for (const { query } of statement.subjects)
          if (!/[*?]/.test(query.text)) knownQuery(query, schema, report);
      return;
    }
    case 'selectAll':
      checkSelectAll(statement, working, report);
      return;
    case 'ls':
    case 'set':
    case 'show':
    case 'runLoadingJob':
    case 'loadRun':
    case 'dataSource':
    case 'account':
    case 'clearStore':
    case 'package':
    case 'createTemplate':
    case 'callTemplate':
    case 'help':
    case 'quit':
      // Calls and types in a template query are resolved in the graph that calls it.
      return;
    case 'exportGraph':
      if (statement.graphs === '*') return;
      for (const name of statement.graphs)
        if (!catalog.graphs.has(name.text)) reportUnknown(report, 'Graph', name, catalog.graphs.keys());
      return;
    case 'importGraph':
      forgetAll(catalog);
  }
}

/** The effect of a global job, or of a job of another text, on the graphs is unknown here. */
function runSchemaJob(name: string, catalog: Catalog): void {
  const job = catalog.schemaJobs.get(name);
  const schema = job?.global === false ? schemaFor(job.graph, catalog) : undefined;
  if (job === undefined || schema === undefined) {
    forgetAll(catalog);
    return;
  }
  const after = afterSteps(job.steps, schema, () => undefined);
  catalog.graphs.set(after.name, after);
  if (catalog.working?.name === after.name) catalog.working = after;
}

/** Forgets every graph: from here on their schemas are unknown. */
function forgetAll(catalog: Catalog): void {
  catalog.working = undefined;
  catalog.graphs.clear();
}

function change(catalog: Catalog, schema: GraphSchema): void {
  catalog.working = schema;
  catalog.graphs.set(schema.name, schema);
}

function replaced<T extends { readonly name: string }>(list: readonly T[], item: T): readonly T[] {
  return [...list.filter(({ name }) => name !== item.name), item];
}

function reportTaken(name: Name, schema: GraphSchema, report: Report): void {
  const kind = schema.vertexTypes.some((type) => type.name === name.text)
    ? 'vertex type'
    : schema.edgeTypes.some((type) => type.name === name.text)
      ? 'edge type'
      : undefined;
  if (kind !== undefined)
    report(
      'warning',
      finding('typeThere', { kind: `${kind === 'edge type' ? 'an' : 'a'} ${kind}`, name: name.text }),
      name.span,
    );
}

function createGraph(
  statement: Extract<Statement, { kind: 'createGraph' }>,
  catalog: Catalog,
  report: Report,
): void {
  const { name, types } = statement;
  if (catalog.graphs.has(name.text) && name.text !== '') {
    report('warning', finding('graphThere', { name: name.text }), name.span);
  }
  const from = catalog.working;
  if (from === undefined) return;
  const chosen = types === '*' ? undefined : new Set(types.map(({ text }) => text));
  if (types !== '*') {
    const known = [...from.vertexTypes, ...from.edgeTypes].map((type) => type.name);
    for (const type of types)
      if (!known.includes(type.text)) reportUnknown(report, 'Vertex or edge type', type, known);
  }
  const has = (type: { readonly name: string; readonly reverseOf?: string }): boolean =>
    chosen === undefined ||
    chosen.has(type.name) ||
    (type.reverseOf !== undefined && chosen.has(type.reverseOf));
  change(catalog, {
    name: name.text,
    vertexTypes: from.vertexTypes.filter(has),
    edgeTypes: from.edgeTypes.filter(has),
    tuples: from.tuples,
    queries: [],
  });
}

function schemaFor(graph: Name | undefined, catalog: Catalog): GraphSchema | undefined {
  return graph === undefined ? catalog.working : catalog.graphs.get(graph.text);
}

function checkQuery(
  statement: Extract<Statement, { kind: 'createQuery' | 'interpretQuery' }>,
  catalog: Catalog,
  broken: boolean,
  diagnostics: Diagnostic[],
): void {
  const { query } = statement;
  const schema = schemaFor(query.graph, catalog);
  if (schema === undefined) return;
  if (!broken) diagnostics.push(...analyzeQuery(query, schema).diagnostics);
  if (statement.kind !== 'createQuery') return;
  const extended = { ...schema, queries: replaced(schema.queries, signatureOf(query)) };
  catalog.graphs.set(schema.name, extended);
  if (catalog.working?.name === schema.name) catalog.working = extended;
}

/** The signature of a query, as the catalog stores it. */
export function signatureOf(query: QueryDefinition): GraphSchema['queries'][number] {
  return {
    name: query.name.text,
    parameters: query.parameters.map(({ name, type, defaultValue }) => ({
      name,
      type: describeTypeExpr(type),
      hasDefault: defaultValue !== undefined,
    })),
    ...(query.returns === undefined ? {} : { returns: describeTypeExpr(query.returns) }),
  };
}

function knownQuery(
  name: Name,
  schema: GraphSchema | undefined,
  report: Report,
): GraphSchema['queries'][number] | undefined {
  const found = schema?.queries.find((query) => query.name === name.text);
  if (schema !== undefined && found === undefined) {
    reportUnknown(
      report,
      'Query',
      name,
      schema.queries.map((query) => query.name),
    );
  }
  return found;
}

function checkRun(
  statement: Extract<Statement, { kind: 'runQuery' }>,
  schema: GraphSchema | undefined,
  report: Report,
): void {
  const query = knownQuery(statement.name, schema, report);
  if (query === undefined || statement.args.kind !== 'positional') return;
  const { values } = statement.args;
  const span: Span = statement.span;
  if (values.length > query.parameters.length) {
    report(
      'error',
      finding('queryArgumentCount', {
        query: query.name,
        count: query.parameters.length,
        given: values.length,
      }),
      span,
    );
    return;
  }
  const missing = query.parameters.filter(({ hasDefault }, i) => !hasDefault && (values[i] ?? null) === null);
  if (missing.length > 0) {
    const list = missing.map(({ name, type }) => `${type} ${name}`).join(', ');
    report('error', finding('queryValuesMissing', { query: query.name, names: list }), span);
  }
}

function dropTuples(names: readonly Name[], catalog: Catalog, report: Report): void {
  const { working } = catalog;
  if (working === undefined) return;
  const known = working.tuples.map(({ name }) => name);
  for (const name of names) if (!known.includes(name.text)) reportUnknown(report, 'Tuple', name, known);
  const gone = new Set(names.map(({ text }) => text));
  change(catalog, { ...working, tuples: working.tuples.filter(({ name }) => !gone.has(name)) });
}

function checkSelectAll(statement: SelectAll, schema: GraphSchema | undefined, report: Report): void {
  if (schema === undefined) return;
  const known = (types: readonly { readonly name: string }[], name: Name, what: string): void => {
    const names = types.map((type) => type.name);
    if (name.text !== '_' && !names.includes(name.text)) reportUnknown(report, what, name, names);
  };
  known(schema.vertexTypes, statement.type, 'Vertex type');
  if (statement.edge === undefined) return;
  known(schema.edgeTypes, statement.edge.type, 'Edge type');
  known(schema.vertexTypes, statement.edge.to, 'Vertex type');
}

function drop(statement: Extract<Statement, { kind: 'drop' }>, catalog: Catalog, report: Report): void {
  const { what, names } = statement;
  if (what === 'job' || what === 'tuple') {
    if (what === 'tuple' && names !== '*') dropTuples(names, catalog, report);
    return;
  }
  if (what === 'graph') {
    if (names === '*') catalog.graphs.clear();
    else for (const name of names) catalog.graphs.delete(name.text);
    if (catalog.working !== undefined && !catalog.graphs.has(catalog.working.name))
      catalog.working = undefined;
    return;
  }
  const { working } = catalog;
  if (working === undefined) return;
  const list = { vertex: working.vertexTypes, edge: working.edgeTypes, query: working.queries, all: [] }[
    what
  ];
  const known = list.map(({ name }) => name);
  if (names !== '*') {
    for (const name of names) {
      if (!known.includes(name.text) && !/[*?]/.test(name.text))
        reportUnknown(
          report,
          { vertex: 'Vertex type', edge: 'Edge type', query: 'Query', all: '' }[what],
          name,
          known,
        );
    }
  }
  const keeps = ({ name }: { readonly name: string }): boolean =>
    names !== '*' && !names.some(({ text }) => text === name);
  const dropsVertices = what === 'vertex' || what === 'all';
  change(catalog, {
    ...working,
    vertexTypes: dropsVertices ? working.vertexTypes.filter(keeps) : working.vertexTypes,
    edgeTypes: what === 'edge' || what === 'all' ? working.edgeTypes.filter(keeps) : working.edgeTypes,
    queries: what === 'query' || what === 'all' ? working.queries.filter(keeps) : working.queries,
  });
}
