/**
 * Data of the control plane on a disk that fails: its PostgreSQL, through its API; databases, snapshots and backups as
 * folders. Most seeds begin with an installation that was made before, some with an empty folder.
 */
import { messageOf } from '@acacia/base';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../../apps/cloud/src/database/database.ts';
import { startEmbedded } from '../../apps/cloud/src/database/embedded/server.ts';
import { migrate } from '../../apps/cloud/src/database/migrate.ts';
import { folderBackups } from '../../apps/cloud/src/drivers/local/testing/folder-backups.ts';
import { installationOf } from '../../apps/cloud/src/home/installation.ts';
import type { Random } from '../random.ts';
import { Fault, planOf, runUntilPowerLoss, type Count, type Place, type Subject } from './harness.ts';
import { CONTENT, DATABASE } from './plane-operations.ts';

const OPERATIONS = 4;
/** One start of an installation makes some 200 calls, a first one several thousand, each operation some 60. */
const HABITS = { cuts: [60, 200, 500], writes: 250, syncs: 120 };
const FIRST_HABITS = { cuts: [1000, 5000, 7300], writes: 3900, syncs: 1300 };
/** One in so many seeds begins with an empty folder. */
const FIRST = 12;

interface Message {
  readonly kind: string;
  readonly name?: string;
  readonly id?: string;
  readonly number?: number;
  readonly manifest?: unknown;
  readonly message?: string;
}

/** Acknowledged operations, and the one under way. */
interface Progress {
  installation: string | undefined;
  readonly created: string[];
  renamed: { id: string; names: string[] } | undefined;
  /** Numbers that the database may hold: the one written last, and those being written. */
  content: number[];
  hasContent: boolean;
  readonly copied: number[];
  readonly backups: Map<number, unknown>;
  acknowledged: number;
  refusals: number;
}

function follow(
  { kind, name = '', id = '', number = 0, manifest, message = '' }: Message,
  progress: Progress,
): void {
  if (kind === 'refused') {
    progress.refusals += 1;
    // Errors of the disk are no fault of the caller.
    if (/: 4\d\d: /.test(message)) throw new Fault(`What is in order was refused: ${message}`);
  }
  if (kind === 'installation') progress.installation = id;
  if (kind === 'created') progress.created.push(name);
  if (kind === 'renaming') progress.renamed = { id, names: [...(progress.renamed?.names ?? []), name] };
  if (kind === 'renamed') progress.renamed = { id, names: [name] };
  if (kind === 'writing') progress.content = [...progress.content, number];
  if (kind === 'written') {
    progress.content = [number];
    progress.hasContent = true;
  }
  if (kind === 'copied') progress.copied.push(number);
  if (kind === 'backed up') progress.backups.set(number, manifest);
  if (['created', 'renamed', 'written', 'copied', 'backed up'].includes(kind)) progress.acknowledged += 1;
}

function contentIn(folder: string): number | undefined {
  const file = path.join(folder, CONTENT);
  return statSync(file, { throwIfNoEntry: false }) === undefined
    ? undefined
    : Number(readFileSync(file, 'utf8'));
}

/** A disk as the power left it has the names and bytes of files, not their owners and modes. */
function giveBack(home: string, owner: { uid: number; gid: number } | undefined): void {
  chmodSync(home, 0o700);
  const data = path.join(home, 'postgres');
  if (owner === undefined || statSync(data, { throwIfNoEntry: false }) === undefined) return;
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, data]);
  execFileSync('chmod', ['-R', 'u=rwX,go=', data]);
}

async function checkDatabase(home: string, progress: Progress): Promise<string[]> {
  const postgres = await startEmbedded({ home });
  const database = connect(postgres.url, () => undefined);
  try {
    await migrate(database.pool);
    const { rows } = await database.pool.query<{ id: string; name: string }>(
      'select id, name from workgroups',
    );
    const names = new Set(rows.map(({ name }) => name));
    const faults = progress.created
      .filter((name) => !names.has(name))
      .map((name) => `The workgroup ${name} is lost.`);
    if (progress.renamed !== undefined) {
      const { id, names: possible } = progress.renamed;
      const found = rows.find((row) => row.id === id)?.name;
      // Under way for the first time, it may have its first name.
      const isFirst =
        possible[0] === 'name-1' && found?.startsWith('own-') === true && progress.acknowledged < 3;
      if (!isFirst && (found === undefined || !possible.includes(found)))
        faults.push(`The renamed workgroup is called ${found}, not ${possible.join(' or ')}.`);
    }
    return faults;
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function checkFolders(home: string, progress: Progress): Promise<string[]> {
  const faults: string[] = [];
  const backups = folderBackups(home);
  await backups.recover();
  const content = contentIn(path.join(home, 'databases', DATABASE));
  const isNone = content === undefined && !progress.hasContent;
  if (!isNone && (content === undefined || !progress.content.includes(content)))
    faults.push(`The database holds ${content}, not ${progress.content.join(' or ')}.`);
  for (const number of progress.copied) {
    const copy = contentIn(path.join(home, 'snapshots', `s${number}`));
    if (copy !== number) faults.push(`The copy ${number} holds ${copy}.`);
  }
  for (const [number, manifest] of progress.backups) {
    const into = `restored-${number}`;
    await backups.restore(`b${number}`, DATABASE, manifest, into);
    const restored = contentIn(path.join(home, 'databases', into));
    if (restored !== number) faults.push(`The backup ${number} holds ${restored}.`);
  }
  return faults;
}

async function check(home: string, progress: Progress): Promise<void> {
  const faults: string[] = [];
  for (const part of [checkDatabase, checkFolders]) {
    try {
      faults.push(...(await part(home, progress)));
    } catch (error) {
      faults.push(messageOf(error));
    }
  }
  if (progress.installation !== undefined && (await installationOf(home)) !== progress.installation)
    faults.push('The name of the installation is another one.');
  if (faults.length > 0) throw new Fault(faults.join(' '));
}

/** Creates the installation with which most seeds begin. */
async function makeTemplate(parent: string): Promise<string> {
  const home = path.join(parent, 'template');
  mkdirSync(home, { recursive: true });
  const postgres = await startEmbedded({ home });
  const database = connect(postgres.url, () => undefined);
  await migrate(database.pool);
  await database.close();
  await postgres.stop();
  return home;
}

/** @param care `careless`: with a PostgreSQL that syncs nothing, whose losses the checks must see */
export async function openPlaneSubject(
  parent: string,
  care: 'careful' | 'careless' = 'careful',
): Promise<Subject> {
  const template = await makeTemplate(parent);
  const { uid, gid } = statSync(path.join(template, 'postgres'));
  return {
    async runSeed(seed: number, random: Random, place: Place, shim: string): Promise<Count> {
      const isFirst = seed % FIRST === 0;
      const home = path.join(place.root, 'home');
      if (isFirst) mkdirSync(home, { recursive: true });
      else execFileSync('cp', ['-a', '--reflink=auto', template, home]);
      const plan = planOf(random, isFirst ? FIRST_HABITS : HABITS);
      const progress: Progress = {
        installation: undefined,
        created: [],
        renamed: undefined,
        content: [],
        hasContent: false,
        copied: [],
        backups: new Map(),
        acknowledged: 0,
        refusals: 0,
      };
      const said: string[] = [];
      try {
        const after = path.join(
          await runUntilPowerLoss(
            place,
            { script: 'plane-victim.ts', args: [home, String(OPERATIONS), care] },
            { shim, plan, random },
            (line) => {
              said.push(line);
              follow(JSON.parse(line) as Message, progress);
            },
          ),
          'home',
        );
        mkdirSync(after, { recursive: true });
        giveBack(after, { uid, gid });
        await check(after, progress);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw new Fault(`${plan || 'no faults'}: ${error.message}\n${said.slice(-12).join('\n')}`);
      }
      return { acknowledged: progress.acknowledged, refusals: progress.refusals };
    },
    close: () => rmSync(template, { recursive: true, force: true }),
  };
}
