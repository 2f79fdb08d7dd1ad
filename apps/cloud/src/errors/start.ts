/**
 * Sentences for the person at the terminal, of a start of Acacia that cannot be, by the name under which code throws
 * them (docs/adr/0041-one-catalogue-of-errors.md). Listed in `docs/guides/errors.md`.
 */
import { StartError, textOf, type ParamsOf, type Quoted, type SentenceRows } from '@acacia/base';

const row = <Text extends (params: never) => string>(text: Text) => ({ code: '', text });

const KEYS_FORM =
  'a line for each key, the present one first, of 32 bytes in base64 (openssl rand -base64 32)';

export const START_ERRORS = {
  // Settings
  settingWrong: row(
    ({ name, rule, value }: Quoted<'name' | 'rule' | 'value'>) =>
      `The setting ${name} ${rule}, but is '${value}'.`,
  ),
  settingMissing: row(({ name, rule }: Quoted<'name' | 'rule'>) => `The setting ${name} ${rule}.`),
  keyFileUnreadable: row(({ why }: Quoted<'why'>) => `The file of ACACIA_KEY_FILE cannot be read: ${why}`),
  keyFileInHome: row(
    ({ home }: Quoted<'home'>) => `The file of ACACIA_KEY_FILE must be outside of the data folder ${home}.`,
  ),
  keyFileEmpty: row(() => `The file of ACACIA_KEY_FILE is empty: it must have ${KEYS_FORM}.`),
  keyFileWrong: row(
    ({ number }: Quoted<'number'>) =>
      `Key ${number} in the file of ACACIA_KEY_FILE is none: the file must have ${KEYS_FORM}.`,
  ),
  keyFileNeeded: row(
    () =>
      'The keys of this installation are encrypted with a key of the operator: give its file in ACACIA_KEY_FILE.',
  ),
  keyFileOther: row(
    ({ name }: Quoted<'name'>) =>
      `No key in the file of ACACIA_KEY_FILE opens '${name}' among the keys of this installation: add the key with which Acacia started last.`,
  ),

  // The machine
  portInUse: row(
    ({ port }: Quoted<'port'>) =>
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=4200 npm start.`,
  ),
  portNotAllowed: row(
    ({ port }: Quoted<'port'>) => `Port ${port} may not be used by this account. Choose one from 1024 on.`,
  ),
  noSuchHost: row(
    ({ host }: Quoted<'host'>) => `This machine has no address ${host} to listen on. Correct ACACIA_HOST.`,
  ),
  runningAlready: row(
    ({ home, process }: Quoted<'home' | 'process'>) =>
      `Acacia is running already with the data folder ${home} (process ${process}). Stop that one, or set ACACIA_HOME to another folder.`,
  ),
  homeUnusable: row(
    ({ home, why }: Quoted<'home' | 'why'>) =>
      `Acacia cannot write to its data folder ${home}. ${why} Give the folder to your account, free some space, or set ACACIA_HOME to another folder.`,
  ),
  noProcessTimes: row(() => 'This machine does not say when a process began (/proc or ps).'),
  otherControlPlane: row(
    ({ process }: Quoted<'process'>) =>
      `Another control plane (process ${process}) runs workspaces of this data folder. Stop it first.`,
  ),
  processStays: row(
    ({ process }: Quoted<'process'>) =>
      `Process ${process}, left by an earlier run, could not be ended. End it and start again.`,
  ),
  socketPathTooLong: row(
    ({ path, most }: Quoted<'path' | 'most'>) =>
      `${path} is too long for a Unix socket (at most ${most} bytes). Set TMPDIR to a shorter folder.`,
  ),

  // The embedded database, or the one of DATABASE_URL
  databaseUnusable: row(({ why }: Quoted<'why'>) => `The database of DATABASE_URL cannot be used: ${why}`),
  noEmbeddedDatabase: row(
    ({ platform, processor }: Quoted<'platform' | 'processor'>) =>
      `There is no embedded PostgreSQL for ${platform} on ${processor}. Set DATABASE_URL to a PostgreSQL server of yours.`,
  ),
  noDatabaseAccount: row(
    ({ names }: Quoted<'names'>) =>
      `PostgreSQL does not run as root, and this machine has none of the accounts ${names} to run it under. Create one (useradd --system postgres), start Acacia as another user, or set DATABASE_URL.`,
  ),
  ownerNotKept: row(
    ({ path, account }: Quoted<'path' | 'account'>) =>
      `${path} cannot be given to the account with number ${account}, under which PostgreSQL runs because Acacia is root. Use a file system that keeps owners, start Acacia as another user, or set DATABASE_URL.`,
  ),
  folderOutOfReach: row(
    ({ path, account }: Quoted<'path' | 'account'>) =>
      `PostgreSQL runs under the account with number ${account}, which cannot reach ${path}. Move Acacia's folder to where others may pass, install setpriv (util-linux), or start Acacia as another user than root.`,
  ),
  programsOutOfReach: row(
    ({ path }: Quoted<'path'>) =>
      `PostgreSQL runs under another account than root, which cannot reach ${path}. Move Acacia's folder to where others may pass, or start Acacia as another user.`,
  ),
  databasePasswordMissing: row(
    ({ file }: Quoted<'file'>) =>
      `The password of the embedded database is missing: ${file}. Put it back from your backup of the data folder.`,
  ),
  databaseNotMade: row(
    ({ folder, why }: Quoted<'folder' | 'why'>) =>
      `The embedded database could not be made in ${folder}: ${why}`,
  ),
  databaseNotStarted: row(
    ({ words }: Quoted<'words'>) =>
      `The embedded database did not start. logs/postgres.log ends with: ${words}`,
  ),
  databaseLeftRunning: row(
    ({ process }: Quoted<'process'>) =>
      `A PostgreSQL server of an earlier start (process ${process}) does not stop. End it, then start again.`,
  ),

  // The catalog of ACACIA_CATALOG
  catalogWrong: row(({ file, fault }: Quoted<'file' | 'fault'>) => `The catalog ${file}: ${fault}`),
  providerLacking: row(
    ({ workgroup, provider }: Quoted<'workgroup' | 'provider'>) =>
      `The workgroup '${workgroup}' is of the cloud provider '${provider}', which the catalog lacks.`,
  ),
  regionLacking: row(
    ({ workgroup, region }: Quoted<'workgroup' | 'region'>) =>
      `The workgroup '${workgroup}' is in the region '${region}', which the catalog lacks.`,
  ),
  sizeLacking: row(
    ({ workspace, size }: Quoted<'workspace' | 'size'>) =>
      `The workspace '${workspace}' has the size '${size}', which the catalog lacks.`,
  ),

  // The store of ACACIA_BACKUPS
  backupsUnusable: row(
    ({ place, why }: Quoted<'place' | 'why'>) =>
      `The store of backups ${place} (ACACIA_BACKUPS) cannot be used: ${why}.`,
  ),
} as const satisfies SentenceRows;

type StartErrors = typeof START_ERRORS;
type StartErrorId = keyof StartErrors;

/** The sentence of a row of the catalogue. */
export const startSentence = <Id extends StartErrorId>(
  id: Id,
  ...params: ParamsOf<StartErrors[Id]>
): string => textOf(START_ERRORS[id], params);

/** An error of the catalogue, by its name and the parameters of its sentence. */
export const startError = <Id extends StartErrorId>(
  id: Id,
  ...params: ParamsOf<StartErrors[Id]>
): StartError => new StartError(startSentence(id, ...params));

/** One error with several sentences of the catalogue. */
export const startErrors = (sentences: readonly string[]): StartError => new StartError(sentences.join('\n'));
