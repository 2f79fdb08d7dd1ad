/** Reads what a request brings, checked by the contract's schemas. */
import { parseJson, unstorableText, type UnstorableText } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { describeZodError } from './failures.ts';
import { JsonTextError, parseJsonText } from './json-text.ts';
import { isRestpp } from './prefixes.ts';
import { Problem } from './problem.ts';

/** The body as text; '' without one. Clients do not agree on content types, so none is asked for. */
export const bodyText = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : '';

const invalidJson = (request: FastifyRequest, reason: string): Problem =>
  isRestpp(request.url)
    ? new Problem(400, 'REST-10001', `The body is not valid JSON: ${reason}.`)
    : new Problem(400, 'REST-2001', `The body is not valid JSON: ${reason}.`);

/** Parses JSON; the error names line and column. */
function jsonValue(request: FastifyRequest, text: string): unknown {
  try {
    const value = parseJson(text);
    // Only an escape can stand for what no database keeps.
    const found = UNSTORABLE_ESCAPE.test(text) ? unstorableText(value) : null;
    if (found !== null) throw unstorable(found);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return jsonDocument(request, text);
  }
}

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

const unstorable = ({ reason }: UnstorableText): Problem => new Problem(400, 'REST-30000', reason);

/** Throws a 400 for texts in the path, in the parameters or in a body of text that no database keeps as they are. */
export function refuseUnstorableTexts(request: FastifyRequest): void {
  const found =
    unstorableText(request.params) ??
    unstorableText(Object.fromEntries(searchParams(request))) ??
    unstorableText(bodyText(request), 'The body');
  if (found !== null) throw unstorable(found);
}

/** Parses JSON that may repeat keys. */
export function jsonDocument(request: FastifyRequest, text: string) {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof JsonTextError) throw invalidJson(request, error.message);
    throw error;
  }
}

function checked<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem(400, 'REST-30000', `${what}: ${describeZodError(result.error)}`);
  return result.data;
}

/** The JSON body; an absent one counts as `{}`. */
export function jsonBody<T extends z.ZodType>(request: FastifyRequest, schema: T): z.output<T> {
  const text = bodyText(request).trim();
  return checked(schema, text === '' ? {} : jsonValue(request, text), 'The body is not as expected');
}

/** The parameters of the address; of a repeated one the last counts. */
export function queryParameters<T extends z.ZodType>(request: FastifyRequest, schema: T): z.output<T> {
  return checked(schema, Object.fromEntries(searchParams(request)), 'A parameter is not as expected');
}

export function searchParams(request: FastifyRequest): URLSearchParams {
  const mark = request.url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : request.url.slice(mark + 1));
}

/** A part of the path. The route decides that it is there. */
export function pathPart(request: FastifyRequest, name: string): string {
  const value = (request.params as Readonly<Record<string, string | undefined>>)[name];
  if (value === undefined) throw new Error(`The route has no part '${name}'.`);
  return value;
}

export const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
};

/** A header that holds a whole number; absent or 0 gives undefined. */
export function numberHeader(request: FastifyRequest, name: string): number | undefined {
  const text = header(request, name)?.trim();
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) {
    throw new Problem(400, 'REST-30001', `The header ${name} must be a whole number, not '${text}'.`);
  }
  return Number(text) || undefined;
}
