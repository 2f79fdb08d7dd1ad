/** Options and connections that commands on a workspace's data share. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { Command } from 'commander';
import { UsageError } from '../failure.ts';
import { findWorkspace, type NamedPlace } from '../places/places.ts';
import { connect, type Connection } from '../session/connection.ts';
import type { Terminal } from '../terminal.ts';
import type { CommonOptions } from '../verbs/verb.ts';

export interface WorkspaceOptions extends CommonOptions, NamedPlace {
  readonly graph?: string;
}

export const withWorkspace = (command: Command): Command =>
  command
    .option('--workspace <text>', 'Name or id of the workspace. Needed.')
    .option('--workgroup <text>', 'Name or id of its workgroup, where several have a workspace of the name.');

export const withGraph = (command: Command): Command =>
  withWorkspace(command).option('--graph <text>', 'Name of the graph.');

/** The workspace's address and its client; one that is suspended wakes with the first call. */
export async function atWorkspace(
  terminal: Terminal,
  options: WorkspaceOptions,
): Promise<{ client: WorkspaceClient; origin: string; connection: Connection }> {
  const connection = await connect(terminal, options.server);
  const { nginx_host } = await findWorkspace(connection.cloud, options);
  const origin = `${new URL(connection.server).protocol}//${nginx_host}`;
  return { client: connection.workspace(origin), origin, connection };
}

/** @throws UsageError without a graph */
export function graphOf({ graph }: WorkspaceOptions): string {
  if (graph === undefined) throw new UsageError('--graph: give the name of a graph.');
  return graph;
}

/** Options `NAME=VALUE`; a value that is JSON is taken as such. @throws UsageError for a text without `=` */
export function namedValues(texts: readonly string[] = [], flag: string): Record<string, unknown> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--${flag}: write it as NAME=VALUE.`);
      return [text.slice(0, at), jsonOrText(text.slice(at + 1))];
    }),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text without quotes.
    return text;
  }
}

export const collected = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];
