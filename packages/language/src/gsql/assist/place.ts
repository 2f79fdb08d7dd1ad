/** The grammar's expectations and the visible names at an offset of a text. */
import type { GraphSchema } from '../../schema.ts';
import type { BodyStatement, QueryDefinition, Statement } from '../ast.ts';
import { walkFurther, walkQuery } from '../check/analyze.ts';
import type { Context } from '../check/context.ts';
import { schemaAfter } from '../check/program.ts';
import type { Scope } from '../check/scope.ts';
import { withVirtualEdges } from '../check/virtual-edges.ts';
import { parseStatements } from '../parser/body.ts';
import { Cursor } from '../parser/cursor.ts';
import type { Slot } from '../parser/cursor.ts';
import { parseFirstStatement, parseShellStatements } from '../parser/program.ts';

export interface Place {
  /** Keywords that may stand here. */
  readonly words: ReadonlySet<string>;
  readonly slots: readonly Slot[];
  readonly schema: GraphSchema;
  /** File variables of the loading job around the offset. */
  readonly files: readonly string[];
  /** Columns of its headers. */
  readonly columns: readonly string[];
  /** The walked query around the offset, its scope set to the innermost block there. */
  readonly context?: Context;
}

/**
 * The place at the end of `head`, the text before the word under the caret. `tail` is the text after the word: names
 * that it declares (aliases of the FROM after a SELECT) are visible too.
 */
export function placeAt(
  head: string,
  tail: string,
  schema: GraphSchema,
  graphs: readonly GraphSchema[],
): Place {
  const before = priorOf(head, schema, graphs);
  const known = bodyOf(before, head);
  const inBody = known && placeInBody(head, tail, before, known);
  if (inBody !== undefined) return inBody;
  const part = head.slice(before.text.length);
  const c = new Cursor(part);
  const own = parseShellStatements(c);
  const last = own.at(-1);
  const reaches = last !== undefined && last.span.end >= c.before.end;
  const done = [...before.statements, ...(reaches ? own.slice(0, -1) : own)];
  // A list between BEGIN and END is one with its end.
  const isListed = /\bBEGIN\b/i.test(part);
  if (reaches && own.length > 1 && !isListed) {
    prior = { schema, graphs, text: head.slice(0, before.text.length + last.span.start), statements: done };
  }
  const query = reaches ? queryOf(last) : undefined;
  const working = schemaAfter(done, schema, graphs);
  const seen = query?.graph === undefined ? working : graphNamed(query.graph.text, working, graphs);
  const start = query?.body.at(-1)?.span.start;
  if (query !== undefined && start !== undefined && !isListed) {
    const statements = query.body.slice(0, -1);
    const body: PriorBody = {
      text: head.slice(0, before.text.length + start),
      syntax: query.syntax,
      seen,
      edges: statements.filter(({ kind }) => kind === 'createVirtualEdge'),
      context: lasting(walkQuery({ ...query, body: statements }, seen)),
    };
    const place = placeInBody(head, tail, priorOf(head, schema, graphs), body);
    if (place !== undefined) return place;
  }
  const context =
    query && (wholeContext(part, tail, seen, query.span.start) ?? contextAt(query, seen, c.before.end));
  const job = reaches && last.kind === 'createLoadingJob' ? last : undefined;
  return {
    words: c.wordsAtEnd,
    slots: c.slotsAtEnd,
    schema: context?.schema.schema ?? seen,
    files: job?.files.map(({ name }) => name.text) ?? [],
    columns: [...new Set(job?.headers.flatMap(({ columns }) => columns))],
    ...(context === undefined ? {} : { context }),
  };
}

/**
 * The place within the body of a query whose statements up to a certain one were walked before. Undefined where the
 * query ends before the caret.
 */
function placeInBody(head: string, tail: string, before: Prior, body: PriorBody): Place | undefined {
  const part = head.slice(body.text.length);
  const c = new Cursor(part);
  c.syntax = body.syntax;
  const own = parseStatements(c);
  if (!c.atEnd) return undefined;
  const whole = new Cursor(`${part}x${restOf(tail)}`);
  whole.syntax = body.syntax;
  const statements = parseStatements(whole);
  const schemaWith = (more: readonly BodyStatement[]): GraphSchema =>
    withVirtualEdges(body.seen, [...body.edges, ...more]);
  const context = body.context.copy(schemaWith(statements));
  walkFurther(context, statements);
  prior = { ...before, body };
  const start = own.at(-1)?.span.start;
  if (start !== undefined && own.length > 1) {
    const more = own.slice(0, -1);
    const further = body.context.copy(schemaWith(more));
    walkFurther(further, more);
    const edges = [...body.edges, ...more.filter(({ kind }) => kind === 'createVirtualEdge')];
    const text = head.slice(0, body.text.length + start);
    prior = { ...before, body: { ...body, text, edges, context: lasting(further) } };
  }
  context.scope = innermost(context, part.length);
  return {
    words: c.wordsAtEnd,
    slots: c.slotsAtEnd,
    schema: context.schema.schema,
    files: [],
    columns: [],
    context,
  };
}

/** Characters of `head` that were read before, and end where a statement begins. */
export function charactersRead(head: string, schema: GraphSchema, graphs: readonly GraphSchema[]): number {
  const before = priorOf(head, schema, graphs);
  return (bodyOf(before, head) ?? before).text.length;
}

/** The statements before the one at the caret. */
interface Prior {
  readonly schema: GraphSchema | null;
  readonly graphs: readonly GraphSchema[];
  readonly text: string;
  readonly statements: readonly Statement[];
  /** The beginning of the query that follows; absent where no query does. */
  readonly body?: PriorBody;
}

/** A query up to the beginning of a statement of its body, outside of any block. */
interface PriorBody {
  /** All text before that statement. */
  readonly text: string;
  readonly syntax: Cursor['syntax'];
  /** The schema of the query's graph. */
  readonly seen: GraphSchema;
  /** Virtual edges that the statements before it declare. */
  readonly edges: readonly BodyStatement[];
  /** The names that they declare. */
  readonly context: Context;
}

const NOTHING_BEFORE: Prior = { schema: null, graphs: [], text: '', statements: [] };

/** Of the last place that was asked for: with the next key they are the same, and are not read again. */
let prior = NOTHING_BEFORE;

const priorOf = (head: string, schema: GraphSchema, graphs: readonly GraphSchema[]): Prior =>
  prior.schema === schema && prior.graphs === graphs && head.startsWith(prior.text)
    ? prior
    : { ...NOTHING_BEFORE, schema, graphs };

const bodyOf = ({ body }: Prior, head: string): PriorBody | undefined =>
  body !== undefined && head.startsWith(body.text) ? body : undefined;

/** The names of a walked context alone, without its trees. */
const lasting = (context: Context): Context => context.copy(context.schema.schema);

function queryOf(statement: Statement): QueryDefinition | undefined {
  return statement.kind === 'createQuery' || statement.kind === 'interpretQuery'
    ? statement.query
    : undefined;
}

function graphNamed(name: string, working: GraphSchema, graphs: readonly GraphSchema[]): GraphSchema {
  return graphs.find((graph) => graph.name === name) ?? working;
}

/** The schema at an offset of a text, and the walked query around it. */
export function queryAround(
  text: string,
  offset: number,
  schema: GraphSchema,
  graphs: readonly GraphSchema[],
): { readonly schema: GraphSchema; readonly isLoadingJob: boolean; readonly context?: Context } {
  const statements = parseShellStatements(new Cursor(text));
  const statement = statements.find(({ span }) => span.start <= offset && offset <= span.end);
  const before = statement === undefined ? statements : statements.slice(0, statements.indexOf(statement));
  const working = schemaAfter(before, schema, graphs);
  const query = statement && queryOf(statement);
  const isLoadingJob = statement?.kind === 'createLoadingJob';
  if (query === undefined) return { schema: working, isLoadingJob };
  const seen = query.graph === undefined ? working : graphNamed(query.graph.text, working, graphs);
  const context = contextAt(query, seen, offset);
  return { schema: context.schema.schema, isLoadingJob, context };
}

/** Walks the query and goes to the innermost block that holds the offset. */
function contextAt(query: QueryDefinition, schema: GraphSchema, offset: number): Context {
  const context = walkQuery(query, schema);
  context.scope = innermost(context, offset);
  return context;
}

/** The scope of the innermost block that holds the offset. */
function innermost({ scopes, scope }: Context, offset: number): Scope {
  return scopes.findLast(({ span }) => span.start <= offset && span.end >= offset)?.scope ?? scope;
}

/** The text up to the end of the statement that it is in. */
function restOf(tail: string): string {
  const end = tail.indexOf(';') + 1;
  return end === 0 ? tail : tail.slice(0, end);
}

/** The same query read with a name at the caret, and what follows up to the end of its statement. */
function wholeContext(head: string, tail: string, schema: GraphSchema, start: number): Context | undefined {
  const statement = parseFirstStatement(new Cursor(`${head.slice(start)}x${restOf(tail)}`));
  const query = statement && queryOf(statement);
  return query && contextAt(query, schema, head.length - start);
}
