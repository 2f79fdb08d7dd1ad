/** `acacia call`: any call of a workspace's HTTP API by its method and path, as its table of calls has it. */
import { parseJson, stringifyJson } from '@acacia/base';
import { canonicalUrl, callNamed, workspaceApi, type CallName, type WorkspaceCall } from '@acacia/contract';
import { WorkspaceError } from '@acacia/api-client';
import { Command } from 'commander';
import { UsageError } from '../failure.ts';
import { printable, type Terminal } from '../terminal.ts';
import { textFrom } from '../verbs/input.ts';
import { atWorkspace, collected, withWorkspace, type WorkspaceOptions } from './at-workspace.ts';

interface CallOptions extends WorkspaceOptions {
  readonly query?: readonly string[];
  readonly body?: string;
}

/** Calls that only the control plane makes are none for people. */
export const WORKSPACE_CALLS = (Object.keys(workspaceApi) as CallName[]).filter(
  (name) => callNamed(name).needs !== 'controlPlane',
);

const shapes = WORKSPACE_CALLS.map((name) => {
  const source = name
    .replaceAll(/[.]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replace('*', '.+');
  return [name, new RegExp(`^${source}$`)] as const;
});

/** The row that a method and a path belong to; one with fewer parameters before another. */
export function callOf(method: string, path: string): CallName | undefined {
  const text = `${method} ${path}`;
  const found = shapes.filter(([, shape]) => shape.test(text)).map(([name]) => name);
  const parameters = (name: string): number => (name.match(/[:*]/g) ?? []).length;
  return found.toSorted((a, b) => parameters(a) - parameters(b))[0];
}

function typeOf(body: WorkspaceCall['body']): string {
  if (body === 'bytes') return 'application/octet-stream';
  return typeof body === 'string' ? 'text/plain' : 'application/json';
}

function shown(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch (error) {
    // Lines, events and texts.
    if (error instanceof SyntaxError) return printable(text);
    throw error;
  }
}

/** @throws WorkspaceError when the workspace refuses, in its status or in its answer */
function refuseError(status: number, text: string): void {
  const message = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  const failed = status >= 400 || /^\s*\{[^{]*"error":\s*true/.test(text);
  if (failed) throw new WorkspaceError(status, '', message ?? text);
}

async function call(terminal: Terminal, method: string, path: string, options: CallOptions): Promise<void> {
  const url = new URL(canonicalUrl(path), 'http://workspace');
  for (const text of options.query ?? []) {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError('--query: write it as NAME=VALUE.');
    url.searchParams.append(text.slice(0, at), text.slice(at + 1));
  }
  const name = callOf(method, url.pathname);
  if (name === undefined) {
    throw new UsageError(
      `No call of a workspace is ${method} ${path}. They are listed in docs/guides/calls.md.`,
    );
  }
  const given = options.body;
  const body = given?.startsWith('@') === true ? await textFrom(terminal, given.slice(1)) : given;
  const { origin, connection } = await atWorkspace(terminal, options);
  const token = await connection.getToken();
  const answer = await fetch(`${origin}${url.pathname}${url.search}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': typeOf(callNamed(name).body) }),
    },
    body: body ?? null,
  });
  const text = await answer.text();
  refuseError(answer.status, text);
  terminal.out(`${shown(text)}\n`);
}

export function callCommand(terminal: Terminal): Command {
  const command = withWorkspace(new Command('call'))
    .description("Any call of a workspace's HTTP API, by its method and path")
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'As docs/guides/calls.md lists it, its parts filled in')
    .option('--query <NAME=VALUE>', 'Parameter of the address. May be repeated.', collected)
    .option('--body <text>', 'Body: JSON or text; @FILE for the content of a file, @- for standard input.');
  return command.action((method: string, path: string) =>
    call(terminal, method.toUpperCase(), path, command.optsWithGlobals<CallOptions>()),
  );
}
