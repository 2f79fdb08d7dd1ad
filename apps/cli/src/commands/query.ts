/** `acacia query`: queries of a graph, installed ones and texts. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceClient } from '@acacia/api-client';
import { Command } from 'commander';
import { UsageError } from '../failure.ts';
import { print, textOf } from '../output/print.ts';
import { cellOf, isRow } from '../output/table.ts';
import type { Terminal } from '../terminal.ts';
import { textFrom } from '../verbs/input.ts';
import {
  atWorkspace,
  collected,
  graphOf,
  namedValues,
  withGraph,
  type WorkspaceOptions,
} from './at-workspace.ts';

interface RunOptions extends WorkspaceOptions {
  readonly param?: readonly string[];
}

const INSTALLED = /^\w+$/;

async function textOfQuery(terminal: Terminal, given: string): Promise<string> {
  const isFile = given === '-' || existsSync(path.resolve(terminal.folder, given));
  return isFile ? textFrom(terminal, given) : given;
}

/** A vertex or edge with its attributes beside its id. */
const flat = (item: unknown): unknown =>
  isRow(item) && isRow(item['attributes']) ? { ...item, attributes: undefined, ...item['attributes'] } : item;

/** The results of a query, each part under its name. */
function printed(results: readonly Readonly<Record<string, unknown>>[], screen: number): string {
  return results
    .flatMap((part) => Object.entries(part))
    .map(([name, value]) => {
      const items: unknown = Array.isArray(value) ? value.map(flat) : value;
      const isTable = Array.isArray(items) && items.length > 0 && items.every(isRow);
      return isTable ? `${cellOf(name)}\n${textOf(items, {}, screen)}` : `${cellOf(name)}  ${cellOf(value)}`;
    })
    .join('\n\n');
}

async function answerOf(terminal: Terminal, client: WorkspaceClient, given: string, options: RunOptions) {
  const parameters = namedValues(options.param, 'param');
  if (INSTALLED.test(given)) return client.runQuery(graphOf(options), given, parameters);
  return client.interpretQuery(options.graph ?? null, await textOfQuery(terminal, given), parameters);
}

function runCommand(terminal: Terminal): Command {
  const command = withGraph(new Command('run'))
    .description(
      'Run an installed query by its name, or a text: given here, in a file, or - for standard input',
    )
    .argument('<query>', 'Name, file or text')
    .option('--param <NAME=VALUE>', 'Parameter. May be repeated.', collected);
  return command.action(async (given: string) => {
    const options = command.optsWithGlobals<RunOptions>();
    const { client } = await atWorkspace(terminal, options);
    const { results, warnings = [] } = await answerOf(terminal, client, given, options);
    for (const warning of warnings) terminal.err(`${warning}\n`);
    if (options.json === true) return print(terminal, results, options);
    terminal.out(`${printed(results, terminal.columns ?? Number.POSITIVE_INFINITY)}\n`);
  });
}

/** A command that tells the message of a workspace. */
function messageCommand(
  terminal: Terminal,
  command: Command,
  send: (client: WorkspaceClient, graph: string, given: string) => Promise<string>,
): Command {
  return withGraph(command).action(async (given: string) => {
    const options = command.optsWithGlobals<WorkspaceOptions>();
    const { client } = await atWorkspace(terminal, options);
    terminal.out(`${cellOf(await send(client, graphOf(options), given))}\n`);
  });
}

function listCommand(terminal: Terminal): Command {
  const command = withGraph(new Command('list')).description('Queries of a graph');
  return command.action(async () => {
    const options = command.optsWithGlobals<WorkspaceOptions>();
    const { client } = await atWorkspace(terminal, options);
    const queries = await client.queries(graphOf(options));
    const rows = queries.map(({ name, status, installed, syntax, description }) => ({
      name,
      status,
      installed,
      syntax,
      description: description ?? '',
    }));
    await print(terminal, options.json === true ? queries : rows, options);
  });
}

/** @throws UsageError when the graph has no such query */
async function queryOf(client: WorkspaceClient, graph: string, name: string) {
  const found = (await client.queries(graph)).find((query) => query.name === name);
  if (found === undefined) throw new UsageError(`${graph} has no query named "${name}".`);
  return found;
}

function showCommand(terminal: Terminal): Command {
  const command = withGraph(new Command('show')).description('Text of a query').argument('<name>');
  return command.action(async (name: string) => {
    const options = command.optsWithGlobals<WorkspaceOptions>();
    const { client } = await atWorkspace(terminal, options);
    const query = await queryOf(client, graphOf(options), name);
    if (options.json === true) return print(terminal, query, options);
    terminal.out(`${query.code}\n`);
  });
}

export function queryCommand(terminal: Terminal): Command {
  const save = new Command('save').description('Save a query from its CREATE QUERY text').argument('<file>');
  const install = new Command('install')
    .description('Install queries')
    .argument('<names>', "Names, separated by commas; '*' for all");
  const drop = new Command('drop').description('Drop a query').argument('<name>');
  return new Command('query')
    .description('Queries of a graph: run, list, show, save, install, drop')
    .addCommand(runCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(
      messageCommand(terminal, save, async (client, graph, file) =>
        client.createQuery(graph, await textFrom(terminal, file)),
      ),
    )
    .addCommand(
      messageCommand(terminal, install, (client, graph, names) =>
        client.installQueries(graph, names === '*' ? '*' : names.split(',')),
      ),
    )
    .addCommand(
      messageCommand(terminal, drop, async (client, graph, name) =>
        client.deleteQuery(graph, name, (await queryOf(client, graph, name)).version),
      ),
    );
}
