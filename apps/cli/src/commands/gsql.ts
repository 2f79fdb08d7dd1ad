/** `acacia gsql`: statements of GSQL, as in TigerGraph's shell. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { OutcomeError } from '../failure.ts';
import { printable, type Terminal } from '../terminal.ts';
import { textFrom } from '../verbs/input.ts';
import { atWorkspace, withGraph, type WorkspaceOptions } from './at-workspace.ts';

export function gsqlCommand(terminal: Terminal): Command {
  const command = withGraph(new Command('gsql'))
    .description('Run statements of GSQL: given here, in a file, or - for standard input')
    .argument('<statements>', 'Text or file');
  return command.action(async (given: string) => {
    const options = command.optsWithGlobals<WorkspaceOptions>();
    const isFile = given === '-' || existsSync(path.resolve(terminal.folder, given));
    const text = isFile ? await textFrom(terminal, given) : given;
    const { client } = await atWorkspace(terminal, options);
    let code = 0;
    for await (const message of client.gsqlCommand(text, { graph: options.graph ?? null })) {
      terminal.out(printable(message.results));
      code = message.returnCode ?? code;
    }
    if (code !== 0) throw new OutcomeError('A statement failed.');
  });
}
