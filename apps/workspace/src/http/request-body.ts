/** Reads paths, parameters and bodies of requests, checked by the contract's schemas. */
import { parseJson } from '@acacia/base';
import { unstorableText, type UnstorableText } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { describeZodError } from '../errors/failures.ts';
import { JsonTextError, MAX_DEPTH, parseJsonText } from './json-text.ts';
import { problem, type Problem } from '../errors/problem.ts';

/** The body as text; '' without one. No content type is required, because clients do not agree on one. */
export const bodyText = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : '';

/** Parses JSON; the error names line and column. */
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether more brackets stand in one another than may; those within texts are counted as well. */
function mayBeDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BRACKET || code === BRACE) depth += 1;
    else if (code === END_BRACKET || code === END_BRACE) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function jsonValue(text: string): unknown {
  try {
    // Values nested deeper than calls cannot be written again: the exact reader refuses them and says where.
    if (mayBeDeep(text)) jsonDocument(text);
    const value = parseJson(text);
    // Only an escape can stand for characters that no database stores.
    const found = UNSTORABLE_ESCAPE.test(text) ? unstorableText(value) : null;
    if (found !== null) throw unstorable(found);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return jsonDocument(text);
  }
}

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

const unstorable = ({ reason }: UnstorableText): Problem => problem('textNotStorable', { reason });

/** @throws Problem 400 for texts in the path, the parameters or a text body that no database stores unchanged */
export function refuseUnstorableTexts(request: FastifyRequest): void {
  const found =
    unstorableText(request.params) ??
    (request.url.includes('?') ? unstorableText(Object.fromEntries(searchParams(request))) : null) ??
    unstorableText(bodyText(request), 'The body');
  if (found !== null) throw unstorable(found);
}

/** Parses JSON that may repeat keys. @throws Problem 400 when the text is no JSON */
export function jsonDocument(text: string) {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof JsonTextError) throw problem('jsonInvalid', { why: error.message });
    throw error;
  }
}

type Invalid = 'bodyInvalid' | 'statisticsInvalid';

function checked<T extends z.ZodType>(
  schema: T,
  value: unknown,
  what: string,
  invalid: Invalid = 'bodyInvalid',
): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw problem(invalid, { reason: `${what}: ${describeZodError(result.error)}` });
  return result.data;
}

/** The JSON body; an absent one counts as `{}`. */
export function jsonBody<T extends z.ZodType>(request: FastifyRequest, schema: T): z.output<T> {
  const text = bodyText(request).trim();
  return checked(schema, text === '' ? {} : jsonValue(text), 'The body is not as expected');
}

/** The parameters of the address; of a repeated one the last counts. */
export function queryParameters<T extends z.ZodType>(
  request: FastifyRequest,
  schema: T,
  invalid?: Invalid,
): z.output<T> {
  const parameters = Object.fromEntries(searchParams(request));
  return checked(schema, parameters, 'A parameter is not as expected', invalid);
}

export function searchParams(request: FastifyRequest): URLSearchParams {
  const mark = request.url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : request.url.slice(mark + 1));
}

/** A parameter of the path. The route guarantees that it exists. */
export function pathPart(request: FastifyRequest, name: string): string {
  const value = (request.params as Readonly<Record<string, string | undefined>>)[name];
  if (value === undefined) throw new Error(`The route has no part '${name}'.`);
  return value;
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * A header that holds a whole number; undefined when it is absent or 0.
 * @throws Problem when it holds anything else
 */
export function numberHeader(request: FastifyRequest, name: string): number | undefined {
  const text = header(request, name)?.trim();
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) {
    throw problem('headerNotANumber', { name, text });
  }
  return Number(text) || undefined;
}
