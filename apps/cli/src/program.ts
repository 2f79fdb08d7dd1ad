/** The program's commands: those of the table of calls, and those that people need beside them. */
import { CALLS, VERBS } from '@acacia/api-client/commands';
import { Command } from 'commander';
import { callCommand } from './commands/call.ts';
import { completeCommand, completionCommand } from './commands/completion.ts';
import { gsqlCommand } from './commands/gsql.ts';
import { loadCommand } from './commands/load.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { mcpCommand } from './commands/mcp.ts';
import { queryCommand } from './commands/query.ts';
import { applyCommand, exportCommand, planCommand } from './commands/state.ts';
import { exitCodeOf, told } from './failure.ts';
import type { Terminal } from './terminal.ts';
import { verbCommand } from './verbs/verb.ts';

/** Calls by noun. */
const NOUNS = Map.groupBy(CALLS, (call) => VERBS[call].split(' ')[0] ?? '');

const verbOf = (call: (typeof CALLS)[number]): string => VERBS[call].split(' ')[1] ?? '';

/** @param whole whether the verbs have their options; without, the noun is only listed */
function nounCommand(terminal: Terminal, noun: string, whole: boolean): Command {
  const calls = NOUNS.get(noun) ?? [];
  const command = new Command(noun).description(calls.map(verbOf).join(', '));
  if (whole) for (const call of calls) command.addCommand(verbCommand(terminal, call, verbOf(call)));
  return command;
}

/** @param words of the command line: only the verbs of nouns among them are built, which takes time */
function createProgram(terminal: Terminal, words: readonly string[]): Command {
  const program = new Command('acacia')
    .description('Acacia at the command line')
    .option('--server <address>', 'Address of the cloud; default: ACACIA_URL, or that of the last sign-in.')
    .option('--json', 'Print JSON.')
    .option('--columns <names>', 'Columns of tables, separated by commas.')
    .helpCommand(false)
    .showHelpAfterError('(--help lists the options)')
    .addHelpText(
      'after',
      '\nA credential is taken from ACACIA_API_KEY, or from acacia login.\nOptions of a verb: acacia workspaces create --help',
    );
  program.commandsGroup('Commands:');
  for (const make of [
    loginCommand,
    logoutCommand,
    queryCommand,
    gsqlCommand,
    loadCommand,
    callCommand,
    exportCommand,
    planCommand,
    applyCommand,
    mcpCommand,
    completionCommand,
  ]) {
    program.addCommand(make(terminal));
  }
  program.addCommand(completeCommand(terminal, program), { hidden: true });
  program.commandsGroup('Calls of the cloud:');
  for (const noun of [...NOUNS.keys()].toSorted()) {
    program.addCommand(nounCommand(terminal, noun, words.includes(noun)));
  }
  return program;
}

/** Settings that commander does not hand down to commands that are added. */
function configure(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text),
    writeErr: (text) => terminal.err(text),
    getOutHelpWidth: () => terminal.columns ?? 100,
    getErrHelpWidth: () => terminal.columns ?? 100,
  });
  for (const each of command.commands) configure(each, terminal);
}

/** Runs a command line. @returns its exit code */
export async function run(terminal: Terminal, words: readonly string[]): Promise<number> {
  const program = createProgram(terminal, words);
  configure(program, terminal);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    const code = exitCodeOf(error);
    // The parser has told its own.
    if (!(error instanceof Error && error.name === 'CommanderError')) terminal.err(`${told(error)}\n`);
    return code;
  }
}
