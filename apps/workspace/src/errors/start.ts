/**
 * Sentences for the person at the terminal, of a start of a workspace that cannot be, by the name under which code
 * throws them (docs/adr/0041-one-catalogue-of-errors.md). Listed in `docs/guides/errors.md`.
 */
import { StartError, textOf, type ParamsOf, type Quoted, type SentenceRows } from '@acacia/base';

const row = <Text extends (params: never) => string>(text: Text) => ({ code: '', text });

export const START_ERRORS = {
  // The command line
  commandLineWrong: row(({ why }: Quoted<'why'>) => `The command line cannot be read: ${why}`),
  settingWrong: row(
    ({ name, rule, value }: Quoted<'name' | 'rule' | 'value'>) =>
      `The setting ${name} ${rule}, but is '${value}'.`,
  ),
  noWholeNumber: row(
    ({ name, least, most, text }: Quoted<'name' | 'least' | 'most' | 'text'>) =>
      `--${name} must be a whole number from ${least} to ${most}, not '${text}'.`,
  ),
  portAndSocket: row(() => 'Give --port or --socket, not both.'),
  noVersion: row(
    ({ usual, text }: Quoted<'usual' | 'text'>) =>
      `--tg-version must be three numbers as in ${usual}, not '${text}'.`,
  ),
  standbyAlone: row(() => '--standby needs a channel to the process that starts this one (IPC).'),

  // The machine
  socketUnusable: row(
    ({ path, why }: Quoted<'path' | 'why'>) => `The socket ${path} cannot be used: ${why}.`,
  ),
  socketInUse: row(
    ({ path }: Quoted<'path'>) =>
      `Another process listens on ${path} already. Stop it, or choose another path.`,
  ),
  portInUse: row(
    ({ port }: Quoted<'port'>) => `Port ${port} is in use. Stop what uses it, or choose another with --port.`,
  ),
  portNotAllowed: row(
    ({ port }: Quoted<'port'>) => `Port ${port} is not allowed for this user. Choose one above 1023.`,
  ),

  // The data
  credentialsDamaged: row(
    ({ file, why }: Quoted<'file' | 'why'>) =>
      `The file ${file} of this workspace's data is damaged: ${why}. Restore it, or the whole database, from a backup.`,
  ),
} as const satisfies SentenceRows;

type StartErrors = typeof START_ERRORS;
type StartErrorId = keyof StartErrors;

/** A command line that is not valid: the usage is shown below its sentence. */
export class CommandLineError extends StartError {}

/** An error of the catalogue, by its name and the parameters of its sentence. */
export const startError = <Id extends StartErrorId>(
  id: Id,
  ...params: ParamsOf<StartErrors[Id]>
): StartError => new StartError(textOf(START_ERRORS[id], params));

/** As `startError`, for the command line. */
export const commandLineError = <Id extends StartErrorId>(
  id: Id,
  ...params: ParamsOf<StartErrors[Id]>
): CommandLineError => new CommandLineError(textOf(START_ERRORS[id], params));
