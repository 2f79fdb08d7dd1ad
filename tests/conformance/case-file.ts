/**
 * Reads `cases/*.cases`: language cases as text. A file names its graph (`graphs/<name>.gsql` and
 * `.json`) in its first line, `graph: name`. A case begins with `=== title`; then come its parts, each after a
 * line `--- part`:
 *
 *   query       the query, `INTERPRET QUERY …` or `CREATE QUERY …` (then it is installed and run)
 *   parameters  a JSON object (default: none)
 *   setup       shell text that runs before the query, such as queries that it calls
 *   result      the JSON of `results`; whole numbers of any size keep their value
 *   unordered   as result, for answers whose lists have no defined order
 *   warnings    a JSON array
 *   error       the code, then on the next lines text that the message contains
 *   shell       shell text in the place of a query; it drops again all that it creates
 *   prints      lines, each a part of the shell text's output, in this order
 *   code        the return code of the shell text (default: 0)
 *   after       a second query, whose `after-result` shows the changes of the first one
 */
import { parseJson } from '@acacia/base';

export interface Case {
  readonly title: string;
  /** '' for a case of shell text. */
  readonly query: string;
  readonly shell?: { readonly text: string; readonly prints: readonly string[]; readonly code: number };
  readonly parameters: Record<string, unknown>;
  readonly setup?: string;
  readonly result?: unknown;
  readonly unordered: boolean;
  readonly warnings?: unknown;
  readonly error?: { readonly code: string; readonly text: string };
  readonly after?: { readonly query: string; readonly result: unknown };
}

export interface CaseFile {
  readonly graph: string;
  readonly cases: readonly Case[];
}

export function parseCases(text: string): CaseFile {
  const [head = '', ...blocks] = text.split(/^=== /m);
  const graph = /^graph: (\w+)$/m.exec(head)?.[1];
  if (graph === undefined) throw new Error('A file of cases begins with a line `graph: name`.');
  return { graph, cases: blocks.map(parseCase) };
}

const PARTS = new Set([
  'query',
  'parameters',
  'setup',
  'shell',
  'prints',
  'code',
  'result',
  'unordered',
  'warnings',
  'error',
  'after',
  'after-result',
]);

function parseCase(block: string): Case {
  const [title = '', ...rest] = block.split(/^--- /m);
  const parts = new Map<string, string>();
  for (const part of rest) {
    const end = part.indexOf('\n');
    const name = part.slice(0, end).trim();
    if (!PARTS.has(name)) throw new Error(`The case "${title.trim()}" has an unknown part ${name}.`);
    parts.set(name, part.slice(end + 1).trim());
  }
  const json = (name: string): unknown => {
    const text = parts.get(name);
    return text === undefined ? undefined : parseJson(text);
  };
  const shell = parts.get('shell');
  const query = parts.get('query') ?? (shell === undefined ? undefined : '');
  if (query === undefined) throw new Error(`The case "${title.trim()}" has no query.`);
  const [code = '', ...message] = (parts.get('error') ?? '').split('\n');
  const after = parts.get('after');
  const setup = parts.get('setup');
  return {
    title: title.trim(),
    query,
    parameters: (json('parameters') ?? {}) as Record<string, unknown>,
    unordered: parts.has('unordered'),
    result: json('result') ?? json('unordered'),
    warnings: json('warnings'),
    ...(setup === undefined ? {} : { setup }),
    ...(shell === undefined ? {} : { shell: shellOf(shell, parts) }),
    ...(parts.has('error') ? { error: { code: code.trim(), text: message.join('\n') } } : {}),
    ...(after === undefined ? {} : { after: { query: after, result: json('after-result') } }),
  };
}

const shellOf = (text: string, parts: ReadonlyMap<string, string>): Case['shell'] => ({
  text,
  prints: (parts.get('prints') ?? '').split('\n').filter((line) => line !== ''),
  code: Number(parts.get('code') ?? 0),
});

/** A value with its lists sorted: for answers without a defined order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)]));
}

const keyText = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)) ?? '';
