/**
 * Under which account PostgreSQL runs. It refuses to run as root, so where Acacia is root it runs under
 * an account without rights; that account may be unable to pass the folders above the data or above the
 * programs (`/root` is closed), which is no reason to open those folders to everybody.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';

export interface Account {
  /**
   * The program and arguments that run a command under the account.
   * @param data folders that it must be able to work in, closed ones above them or not
   */
  command(program: string, args: readonly string[], data: readonly string[]): readonly [string, string[]];
  /** Whether the account, with no more than its plain rights, can read a file or folder. */
  reaches(path: string): boolean;
  /** Gives a file or folder to the account. */
  own(path: string): void;
}

const PREFERRED = ['postgres', 'nobody'];

/** The program that changes account, rights and what happens when the parent dies (util-linux). */
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
  throw new Error(
    `PostgreSQL does not run as root, and this machine has none of the accounts ${PREFERRED.join(', ')} to run it under. Create one (useradd --system postgres), start Acacia as another user, or set DATABASE_URL.`,
  );
}

/** Whether the account can read the path, all folders above included. */
function reaches(ids: { uid: number; gid: number }, path: string): boolean {
  return spawnSync('test', ['-r', path], ids).status === 0;
}

/**
 * With setpriv the child gets SIGINT (PostgreSQL's fast shutdown) when this process dies, however it
 * dies, so that no server is left behind; elsewhere the next start stops the one left behind.
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
      throw new Error(
        `${path} cannot be given to the account with number ${ids.uid}, under which PostgreSQL runs because Acacia is root. Use a file system that keeps owners, start Acacia as another user, or set DATABASE_URL.`,
        { cause: error },
      );
    }
  };
  return {
    reaches: (path) => reaches(ids, path),
    own,
    command(program, args, data) {
      const blocked = data.find((path) => !reaches(ids, path));
      if (!setpriv) {
        if (blocked !== undefined) {
          throw new Error(
            `PostgreSQL runs under the account with number ${ids.uid}, which cannot reach ${blocked}. Move Acacia's folder to where others may pass, install setpriv (util-linux), or start Acacia as another user than root.`,
          );
        }
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
