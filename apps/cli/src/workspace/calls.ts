/** Calls of a workspace's HTTP API by their methods and paths, as its table of calls has them. */
import { WorkspaceError } from '@acacia/api-client';
import { callNamed, canonicalUrl, workspaceApi, type CallName, type WorkspaceCall } from '@acacia/contract';
import { UsageError } from '../failure.ts';
import type { AtWorkspace } from './at.ts';

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

/** @throws WorkspaceError when the workspace refuses, in its status or in its answer */
function refuseError(status: number, text: string): void {
  const message = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  const failed = status >= 400 || /^\s*\{[^{]*"error":\s*true/.test(text);
  if (failed) throw new WorkspaceError(status, '', message ?? text);
}

export interface WorkspaceCallInput {
  readonly method: string;
  readonly path: string;
  /** Parameters of the address as `NAME=VALUE`. */
  readonly query: readonly string[];
  readonly body: string | undefined;
}

interface FoundCall {
  readonly name: CallName;
  /** Path and query as they are sent. */
  readonly address: string;
}

/** @throws UsageError when a workspace has no such call */
export function findCall({ method, path, query }: WorkspaceCallInput): FoundCall {
  const url = new URL(canonicalUrl(path), 'http://workspace');
  for (const text of query) {
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
  return { name, address: `${url.pathname}${url.search}` };
}

/** Makes a call; resolves with the text of its answer. @throws WorkspaceError when the workspace refuses it */
export async function callWorkspace(
  { origin, connection }: AtWorkspace,
  input: WorkspaceCallInput,
): Promise<string> {
  const { name, address } = findCall(input);
  const token = await connection.getToken();
  const answer = await fetch(`${origin}${address}`, {
    method: input.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(input.body === undefined ? {} : { 'content-type': typeOf(callNamed(name).body) }),
    },
    body: input.body ?? null,
  });
  const text = await answer.text();
  refuseError(answer.status, text);
  return text;
}
