/** `acacia call`: any call of a workspace's HTTP API by its method and path. */
import { parseJson, stringifyJson } from '@acacia/base';
import { Command } from 'commander';
import { printable, type Terminal } from '../terminal.ts';
import { textFrom } from '../verbs/input.ts';
import { callWorkspace, findCall } from '../workspace/calls.ts';
import { atWorkspace, collected, withWorkspace, type WorkspaceOptions } from './at-workspace.ts';

interface CallOptions extends WorkspaceOptions {
  readonly query?: readonly string[];
  readonly body?: string;
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

async function call(terminal: Terminal, method: string, path: string, options: CallOptions): Promise<void> {
  const { query = [], body: given } = options;
  const body = given?.startsWith('@') === true ? await textFrom(terminal, given.slice(1)) : given;
  const input = { method, path, query, body };
  findCall(input);
  terminal.out(`${shown(await callWorkspace(await atWorkspace(terminal, options), input))}\n`);
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
