/** Options of a command line as the input of a call. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CallInput, Field } from '@acacia/api-client/commands';
import { fieldFault, type Route } from '@acacia/contract';
import { z } from 'zod';
import { UsageError } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

z.config({ localeError: fieldFault });

/** Values by flag, as the parser gives them: a list for a repeated option, true for a bare one. */
export type Options = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** @param source a path, or `-` for standard input */
export async function textFrom(terminal: Terminal, source: string): Promise<string> {
  if (source === '-') return terminal.readInput();
  try {
    return await readFile(path.resolve(terminal.folder, source), 'utf8');
  } catch (error) {
    throw new UsageError(`${source} cannot be read.`, { cause: error });
  }
}

/** @throws UsageError when the text is no JSON */
function jsonOf(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what}: this is no JSON.`, { cause: error });
  }
}

async function valueOf(terminal: Terminal, field: Field, given: Options[string]): Promise<unknown> {
  const flag = `--${field.flag}`;
  if (typeof given === 'object') return given.length === 1 && given[0] === '[]' ? [] : given;
  if (typeof given === 'boolean') return given;
  const text = given ?? '';
  if (field.isNullable && text === 'null') return null;
  switch (field.kind) {
    case 'number': {
      const number = Number(text);
      if (text.trim() === '' || Number.isNaN(number))
        throw new UsageError(`${flag}: "${text}" is no number.`);
      return number;
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new UsageError(`${flag}: give true or false.`);
      return text === 'true';
    case 'json':
      return jsonOf(text.startsWith('@') ? await textFrom(terminal, text.slice(1)) : text, flag);
    default:
      return text;
  }
}

/** @throws UsageError with a line for each field that is missing or wrong */
function check(schema: z.ZodType | undefined, value: unknown, fields: readonly Field[]): void {
  const issues = schema?.safeParse(value).error?.issues ?? [];
  if (issues.length === 0) return;
  const lines = issues.map(({ path: [name, ...rest], message, code }) => {
    const field = fields.find((each) => each.name === name);
    const where = field === undefined ? [name, ...rest].join('.') : [`--${field.flag}`, ...rest].join('.');
    const isMissing =
      rest.length === 0 && code === 'invalid_type' && !(name !== undefined && has(value, name));
    const text = isMissing && message === 'is needed' ? 'This option is needed.' : message;
    if (where !== '') return `${where}: ${text}`;
    return /^(?:must|is|has) /.test(text) ? `The input ${text}` : text;
  });
  throw new UsageError(lines.join('\n'));
}

const has = (value: unknown, name: PropertyKey): boolean =>
  typeof value === 'object' && value !== null && name in value;

type Part = Record<string, unknown>;

/**
 * @param options `input` names a file with the body as JSON, `-` for standard input; other options are laid over it
 * @throws UsageError for an option that is missing or wrong
 */
export async function inputOf(
  terminal: Terminal,
  route: Route,
  fields: readonly Field[],
  options: Options,
): Promise<CallInput> {
  const parts: Record<'params' | 'query', Part> = { params: {}, query: {} };
  const source = options['input'];
  let body: unknown = typeof source === 'string' ? jsonOf(await textFrom(terminal, source), '--input') : {};
  let version: number | undefined;
  for (const field of fields) {
    const given = options[field.flag];
    if (given === undefined) continue;
    const value = await valueOf(terminal, field, given);
    if (field.place === 'version') version = Number(value);
    else if (field.place === 'body') body = { ...(body as Part), [field.name]: value };
    else parts[field.place][field.name] = value;
  }
  check(route.params, parts.params, fields);
  check(route.query, parts.query, fields);
  check(route.body, body, fields);
  if (route.ifMatch === true && version === undefined) {
    throw new UsageError('--at-version: This option is needed.');
  }
  return {
    ...(route.params === undefined ? {} : { params: parts.params as CallInput['params'] }),
    ...(route.query === undefined ? {} : { query: parts.query as CallInput['query'] }),
    ...(route.body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { version }),
  };
}
