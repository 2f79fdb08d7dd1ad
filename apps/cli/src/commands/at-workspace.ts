/** Options and connections that commands on a workspace's data share. */
import type { Command } from 'commander';
import { UsageError } from '../failure.ts';
import type { NamedPlace } from '../places/places.ts';
import { connect } from '../session/connection.ts';
import type { Terminal } from '../terminal.ts';
import type { CommonOptions } from '../verbs/verb.ts';
import { inWorkspace, type AtWorkspace } from '../workspace/at.ts';

export interface WorkspaceOptions extends CommonOptions, NamedPlace {
  readonly graph?: string;
}

export const withWorkspace = (command: Command): Command =>
  command
    .option('--workspace <text>', 'Name or id of the workspace. Needed.')
    .option('--workgroup <text>', 'Name or id of its workgroup, where several have a workspace of the name.');

export const withGraph = (command: Command): Command =>
  withWorkspace(command).option('--graph <text>', 'Name of the graph.');

/** The workspace that the options name. */
export const atWorkspace = async (terminal: Terminal, options: WorkspaceOptions): Promise<AtWorkspace> =>
  inWorkspace(await connect(terminal, options.server), options);

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
