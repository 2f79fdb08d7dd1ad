/** One call of the cloud as a command, built from its row of the table of calls. */
import type { CloudClient } from '@acacia/api-client';
import {
  asCurl,
  fieldsOf,
  isDestructive,
  VERBS,
  type CallInput,
  type Field,
} from '@acacia/api-client/commands';
import { cloudApi, type CloudCall, type Route } from '@acacia/contract';
import { Command, Option } from 'commander';
import { UsageError } from '../failure.ts';
import { print, type PrintOptions } from '../output/print.ts';
import { placeIds } from '../places/places.ts';
import { chosenServer, connect, type Connection } from '../session/connection.ts';
import type { Terminal } from '../terminal.ts';
import { inputOf, type Options } from './input.ts';
import { waitingFor } from './wait.ts';

/** Options of every command, beside those of its fields. */
export interface CommonOptions extends PrintOptions {
  readonly server?: string;
}

interface VerbOptions extends CommonOptions {
  readonly input?: string;
  readonly wait?: boolean;
  readonly yes?: boolean;
  readonly curl?: boolean;
}

const VALUES: Readonly<Record<Field['kind'], string>> = {
  text: '<text>',
  number: '<number>',
  boolean: '[true|false]',
  list: '<text>',
  json: '<json>',
};

const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

function optionOf(field: Field): Option {
  const marks = [field.isRequired ? 'Needed.' : '', field.kind === 'list' ? 'May be repeated.' : ''];
  const about = [field.about, ...marks].filter((part) => part !== '').join(' ');
  const option = new Option(`--${field.flag} ${VALUES[field.kind]}`, about);
  if (field.kind === 'list') option.argParser(collect);
  if (field.choices.length > 0 && !field.isNullable) option.choices(field.choices);
  return option;
}

/** The parser has options by names in camel case; ours are by their flags. */
const byFlag = (command: Command): Options =>
  Object.fromEntries<Options[string]>(
    command.options.map((option) => [
      option.long?.replace('--', '') ?? '',
      command.getOptionValue(option.attributeName()) as Options[string],
    ]),
  );

/** Sends a call by its name. */
export const sendCall = (cloud: CloudClient, call: CloudCall, input: CallInput): Promise<unknown> =>
  (cloud as Readonly<Record<CloudCall, (input: CallInput) => Promise<unknown>>>)[call](input);

/** Names of workgroups and workspaces, where a call wants their ids. */
async function withIds({ cloud }: Connection, fields: readonly Field[], options: Options): Promise<Options> {
  const { workgroup, workspace } = options;
  const named = {
    ...(typeof workgroup === 'string' ? { workgroup } : {}),
    ...(typeof workspace === 'string' ? { workspace } : {}),
  };
  const needsGroup = fields.some(({ flag, isRequired }) => flag === 'workgroup' && isRequired);
  return { ...options, ...(await placeIds(cloud, named, needsGroup)) };
}

/** @throws UsageError unless the person, or `--yes`, agrees */
async function confirm(terminal: Terminal, call: CloudCall, yes: boolean | undefined): Promise<void> {
  if (!isDestructive(call) || yes === true) return;
  if (!terminal.isInteractive) throw new UsageError(`${VERBS[call]} takes something away: add --yes.`);
  const answer = await terminal.ask(`${(cloudApi[call] as Route).summary}. Go on? (y/N) `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was changed.');
}

async function perform(
  terminal: Terminal,
  call: CloudCall,
  options: Options,
  common: VerbOptions,
): Promise<void> {
  const route: Route = cloudApi[call];
  const fields = fieldsOf(route);
  if (common.curl === true) {
    const server = await chosenServer(terminal, common.server);
    const input = await inputOf(terminal, route, fields, options);
    terminal.out(`${asCurl(call, input, server)}\n`);
    return;
  }
  const connection = await connect(terminal, common.server);
  const input = await inputOf(terminal, route, fields, await withIds(connection, fields, options));
  await confirm(terminal, call, common.yes);
  const answer = await sendCall(connection.cloud, call, input);
  const waiting = common.wait === true ? waitingFor(call, route) : undefined;
  await print(terminal, waiting === undefined ? answer : await waiting(connection, input, answer), common);
}

/** @param name the verb */
export function verbCommand(terminal: Terminal, call: CloudCall, name: string): Command {
  const route: Route = cloudApi[call];
  const command = new Command(name).description(route.summary);
  for (const field of fieldsOf(route)) command.addOption(optionOf(field));
  if (route.body !== undefined)
    command.option('--input <file>', 'Body as JSON in a file; - for standard input.');
  if (waitingFor(call, route) !== undefined) command.option('--wait', 'Wait until it has ended.');
  if (isDestructive(call)) command.option('--yes', 'Do not ask.');
  command.option('--curl', 'Print the call for curl, and do not send it.');
  return command.action(async () => {
    await perform(terminal, call, byFlag(command), command.optsWithGlobals<VerbOptions>());
  });
}
