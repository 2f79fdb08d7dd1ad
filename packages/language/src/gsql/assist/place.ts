/** The grammar's expectations and the visible names at an offset of a text. */
import type { GraphSchema } from '../../schema.ts';
import type { QueryDefinition, Statement } from '../ast.ts';
import { walkQuery } from '../check/analyze.ts';
import type { Context } from '../check/context.ts';
import { schemaAfter } from '../check/program.ts';
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
  const part = head.slice(before.text.length);
  const c = new Cursor(part);
  const own = parseShellStatements(c);
  const last = own.at(-1);
  const reaches = last !== undefined && last.span.end >= c.before.end;
  const done = [...before.statements, ...(reaches ? own.slice(0, -1) : own)];
  // A list between BEGIN and END is one with its end.
  if (reaches && own.length > 1 && !/\bBEGIN\b/i.test(part)) {
    prior = { schema, graphs, text: head.slice(0, before.text.length + last.span.start), statements: done };
  }
  const query = reaches ? queryOf(last) : undefined;
  const working = schemaAfter(done, schema, graphs);
  const seen = query?.graph === undefined ? working : graphNamed(query.graph.text, working, graphs);
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

/** Characters of `head` that hold whole statements and were read before. */
export const charactersRead = (head: string, schema: GraphSchema, graphs: readonly GraphSchema[]): number =>
  priorOf(head, schema, graphs).text.length;

/** The statements before the one at the caret. */
interface Prior {
  readonly schema: GraphSchema | null;
  readonly graphs: readonly GraphSchema[];
  readonly text: string;
  readonly statements: readonly Statement[];
}

const NOTHING_BEFORE: Prior = { schema: null, graphs: [], text: '', statements: [] };

/** Of the last place that was asked for: with the next key they are the same, and are not read again. */
let prior = NOTHING_BEFORE;

const priorOf = (head: string, schema: GraphSchema, graphs: readonly GraphSchema[]): Prior =>
  prior.schema === schema && prior.graphs === graphs && head.startsWith(prior.text) ? prior : NOTHING_BEFORE;

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
  const around = context.scopes.filter(({ span }) => span.start <= offset && span.end >= offset);
  context.scope = around.at(-1)?.scope ?? context.scope;
  return context;
}

/** The same query read with a name at the caret, and what follows up to the end of its statement. */
function wholeContext(head: string, tail: string, schema: GraphSchema, start: number): Context | undefined {
  const end = tail.indexOf(';') + 1;
  const rest = end === 0 ? tail : tail.slice(0, end);
  const statement = parseFirstStatement(new Cursor(`${head.slice(start)}x${rest}`));
  const query = statement && queryOf(statement);
  return query && contextAt(query, schema, head.length - start);
}
