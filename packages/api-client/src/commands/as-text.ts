/** A call with its input as texts to copy: for a shell with `acacia`, and for one with curl. */
import { cloudApi, type CloudCall, type Route } from '@acacia/contract';
import { cloudRequest, type CallInput } from '../cloud-request.ts';
import { fieldsOf, type Field } from './fields.ts';
import { VERBS } from './verbs.ts';

/** A word of a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function given({ place, name }: Field, input: CallInput): unknown {
  if (place === 'version') return input.version;
  return (input[place] as Readonly<Record<string, unknown>> | undefined)?.[name];
}

function optionWords({ flag, kind }: Field, value: unknown): string[] {
  const option = `--${flag}`;
  if (value === undefined) return [];
  if (kind === 'boolean' && value === true) return [option];
  if (kind === 'list' && Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => [option, String(item)]);
  }
  return [option, typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value)];
}

/** Words of the command line, the program's own name first. */
export function commandWords(call: CloudCall, input: CallInput): string[] {
  const route: Route = cloudApi[call];
  const options = fieldsOf(route).flatMap((field) => optionWords(field, given(field, input)));
  return ['acacia', ...VERBS[call].split(' '), ...options];
}

export const asCommand = (call: CloudCall, input: CallInput): string =>
  commandWords(call, input).map(shellWord).join(' ');

/**
 * The variable of the shell stands for an API key or an access token.
 * @param server origin of the cloud
 */
export function asCurl(call: CloudCall, input: CallInput, server: string): string {
  const route: Route = cloudApi[call];
  const { method, path, headers, body } = cloudRequest(route, input);
  const credential = route.permission === 'public' ? [] : ['-H "Authorization: Bearer $ACACIA_API_KEY"'];
  return [
    `curl -X ${method} ${shellWord(`${server}/api${path}`)}`,
    ...credential,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${shellWord(body)}`]),
  ].join(' \\\n  ');
}
