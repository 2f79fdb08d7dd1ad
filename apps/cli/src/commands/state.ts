/** `acacia export`, `plan` and `apply`: the state of an organisation as files. */
import path from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../failure.ts';
import { connect } from '../session/connection.ts';
import { applySteps } from '../state/apply.ts';
import { readFiles, writeState } from '../state/files.ts';
import { planOf, type Plan } from '../state/plan.ts';
import { readState } from '../state/read.ts';
import type { Step } from '../state/step.ts';
import { printable, type Terminal } from '../terminal.ts';
import type { CommonOptions } from '../verbs/verb.ts';

interface StateOptions extends CommonOptions {
  readonly delete?: boolean;
  readonly yes?: boolean;
}

const NO_USERS = 'People are left out: API keys may not list them. Sign in with acacia login to have them.\n';

const lineOf = ({ sign, what, changes }: Step): string =>
  printable([`${sign} ${what}`, ...changes.map((change) => `    ${change}`)].join('\n'));

/** @param removes whether the removals are taken too */
function planText({ steps, removals }: Plan, removes: boolean): string {
  const taken = removes ? [...steps, ...removals] : steps;
  const kept =
    removes || removals.length === 0
      ? []
      : ['Not in the files, and kept without --delete:', ...removals.map(lineOf)];
  const count = taken.length === 1 ? '1 difference.' : `${taken.length} differences.`;
  return [...taken.map(lineOf), ...kept, count, ''].join('\n');
}

async function stateOf(terminal: Terminal, folder: string, options: StateOptions) {
  const { cloud } = await connect(terminal, options.server);
  const wanted = await readFiles(path.resolve(terminal.folder, folder));
  const now = await readState(cloud);
  if (wanted.users !== null && now.users === null) terminal.err(NO_USERS);
  return { cloud, plan: planOf(now, wanted) };
}

export function exportCommand(terminal: Terminal): Command {
  const command = new Command('export')
    .description('Write the state of the organisation into files')
    .argument('<folder>');
  return command.action(async (folder: string) => {
    const { cloud } = await connect(terminal, command.optsWithGlobals<StateOptions>().server);
    const state = await readState(cloud);
    if (state.users === null) terminal.err(NO_USERS);
    await writeState(path.resolve(terminal.folder, folder), state);
    terminal.err(`Wrote the organization and ${state.workgroups.length} workgroups to ${folder}.\n`);
  });
}

const withDelete = (command: Command): Command =>
  command
    .argument('<folder>', 'Folder of acacia export')
    .option('--delete', 'Remove people, workspaces, databases and workgroups that the files do not have.');

export function planCommand(terminal: Terminal): Command {
  const command = withDelete(new Command('plan')).description(
    'Show what apply would change to have the state in the files',
  );
  return command.action(async (folder: string) => {
    const options = command.optsWithGlobals<StateOptions>();
    const { plan } = await stateOf(terminal, folder, options);
    terminal.out(planText(plan, options.delete === true));
  });
}

export function applyCommand(terminal: Terminal): Command {
  const command = withDelete(new Command('apply'))
    .description('Change the organisation until it has the state in the files')
    .option('--yes', 'Do not ask.');
  return command.action(async (folder: string) => {
    const options = command.optsWithGlobals<StateOptions>();
    const { cloud, plan } = await stateOf(terminal, folder, options);
    const removes = options.delete === true;
    const steps = removes ? [...plan.steps, ...plan.removals] : plan.steps;
    terminal.out(planText(plan, removes));
    if (steps.length === 0) return;
    if (options.yes !== true) {
      if (!terminal.isInteractive) throw new UsageError('apply changes the organisation: add --yes.');
      const answer = await terminal.ask('Apply? (y/N) ');
      if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was changed.');
    }
    await applySteps(cloud, steps, (step) => terminal.err(`${printable(`${step.sign} ${step.what}`)}\n`));
    terminal.err('Applied.\n');
  });
}
