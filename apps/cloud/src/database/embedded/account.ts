/**
 * The account under which PostgreSQL runs. PostgreSQL refuses to run as root, so where Acacia is root it runs under an
 * unprivileged account. That account may be unable to enter the folders above the data or above the programs (`/root`
 * is closed), and those folders must not be opened to everybody for it.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { startError } from '../../errors/start.ts';

export interface Account {
  /**
   * The program and arguments that run a command under the account.
   * @param data folders that it must be able to use, even below closed ones
   */
  command(program: string, args: readonly string[], data: readonly string[]): readonly [string, string[]];
  /** Whether the account can read a file or folder without any capabilities. */
  reaches(path: string): boolean;
  /** Gives a file or folder to the account. */
  own(path: string): void;
}

const PREFERRED = ['postgres', 'nobody'];

/** Whether setpriv (util-linux) is there, which changes user id, capabilities and the parent-death signal. */
function hasSetpriv(): boolean {
  if (process.platform !== 'linux') return false;
  const help = spawnSync('setpriv', ['--help'], { encoding: 'utf8' });
  return help.status === 0 && help.stdout.includes('--pdeathsig') && help.stdout.includes('--ambient-caps');
}

function unprivilegedIds(): { uid: number; gid: number } {
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map((fields) => [fields[0], { uid: Number(fields[2]), gid: Number(fields[3]) }]),
  );
  for (const name of PREFERRED) {
    const ids = accounts.get(name);
    if (ids !== undefined && ids.uid > 0) return ids;
  }
  throw startError('noDatabaseAccount', { names: PREFERRED.join(', ') });
}

/** Whether the account can read the path, including all folders above it. */
function reaches(ids: { uid: number; gid: number }, path: string): boolean {
  return spawnSync('test', ['-r', path], ids).status === 0;
}

/**
 * Finds the account for PostgreSQL. With setpriv the child gets SIGINT (PostgreSQL's fast shutdown) when this process
 * dies, however it dies, so that no server is left behind; elsewhere the next start stops the one left behind.
 * @throws StartError when Acacia is root and the machine has no account for PostgreSQL
 */
export function findAccount(): Account {
  const setpriv = hasSetpriv();
  if (process.getuid?.() !== 0) {
    return {
      command: (program, args) =>
        setpriv ? ['setpriv', ['--pdeathsig', 'INT', program, ...args]] : [program, [...args]],
      reaches: () => true,
      own: () => undefined,
    };
  }
  const ids = unprivilegedIds();
  const own = (path: string) => {
    try {
      chownSync(path, ids.uid, ids.gid);
    } catch (error) {
      throw startError('ownerNotKept', { path, account: ids.uid }).causedBy(error);
    }
  };
  return {
    reaches: (path) => reaches(ids, path),
    own,
    command(program, args, data) {
      const blocked = data.find((path) => !reaches(ids, path));
      if (!setpriv) {
        if (blocked !== undefined) throw startError('folderOutOfReach', { path: blocked, account: ids.uid });
        return [program, [...args]];
      }
      const rights =
        blocked === undefined ? [] : ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
      return [
        'setpriv',
        [
          ...['--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'],
          ...['--pdeathsig', 'INT', ...rights, program, ...args],
        ],
      ];
    },
  };
}
