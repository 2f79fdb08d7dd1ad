/**
 * Isolates a workspace's process from everything but its own files: an account and Linux namespaces of its own, as far
 * as the system allows (docs/adr/0033-isolation-of-workspaces.md has the table of systems and measures).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from '../workspace-process.ts';
import { giveTo, ownerOf, takeFrom } from './owner.ts';
import { cacheAsSeen } from './compile-cache.ts';
import { mountLines, viewOf, type Shown } from './mounts.ts';

/** The folders that one process may use. */
export interface Room {
  /** Folder of its database or snapshot; the process runs as the folder's owner. */
  readonly folder: string;
  /** Other folders that it writes to: of its socket, of copies that it makes. */
  readonly folders: readonly string[];
  /** Whether another process of the workspace uses the folder at this moment. */
  readonly shared: boolean;
}

export interface Sandbox {
  /** A sentence for the log: the isolation in force, or why there is none. */
  readonly says: string;
  readonly complete: boolean;
  /** Whether the compile cache is read-only to processes. */
  readonly closed: boolean;
  /** Gives the room's folders to the process's account, and returns `command` wrapped so that it runs inside. */
  enter(room: Room, command: Command): Promise<Command>;
  /** Makes the control plane the only owner of a folder that a workspace has written. */
  take(folder: string): Promise<void>;
}

interface SandboxOptions {
  /** The data folder. */
  readonly home: string;
  /** The `node` that runs workspaces, and the main file of the workspace server. */
  readonly node: string;
  readonly entry: string;
  /** Acacia's own folder, with everything that the server's main file loads. */
  readonly repository: string;
  /** Folder of Node's compile cache. */
  readonly compileCache: string;
}

/** The programs that every workspace may read, the compile cache, and the folders to which this one may write. */
function shownTo(options: SandboxOptions, { folder, folders }: Room, uid: number): Shown[] {
  const { node, entry, repository, compileCache } = options;
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  const programs = [
    repository,
    dirname(node),
    dirname(entry),
    ...(certificates === undefined ? [] : [certificates]),
  ];
  const apart = programs.filter(
    (path, index) => existsSync(path) && !programs.some((other, at) => at < index && isWithin(path, other)),
  );
  return [
    ...apart.map((path) => ({ path })),
    ...cacheAsSeen(compileCache, uid),
    ...[folder, ...folders].map((path) => ({ path, writable: true })),
  ];
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const SHELL = '/bin/sh';

/** No capabilities, and no way to gain any; the process ends with the control plane, however that dies. */
const WITHOUT_RIGHTS = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig', 'TERM'];

const asAccount = (uid: number): string[] => [
  ...['--reuid', String(uid), '--regid', String(uid), '--clear-groups'],
  ...WITHOUT_RIGHTS,
];

const NAMESPACES = ['--mount', '--ipc', '--uts', '--propagation', 'private'];

/** Hides the processes of other accounts; a failure is ignored, for not every system allows it. */
const HIDE_PROCESSES = 'mount -t proc -o hidepid=invisible proc /proc 2>/dev/null || :';

function within(
  unshare: readonly string[],
  view: readonly string[],
  privileges: readonly string[],
  { program, args }: Command,
): Command {
  const script = [
    ...['set -e', 'ulimit -c 0'],
    // The account must be able to enter the folders that are made for the view.
    ...['umask 022', ...view, HIDE_PROCESSES, 'umask 077'],
    ...['cd /', 'exec setpriv "$@"'],
  ].join('\n');
  return {
    program: 'unshare',
    args: [...unshare, ...NAMESPACES, '--', SHELL, '-c', script, SHELL, ...privileges, program, ...args],
  };
}

const none = (why: string): Sandbox => ({
  says: `Workspaces run under the account of the control plane; Node alone keeps them from its files: ${why}.`,
  complete: false,
  closed: false,
  enter: async (_room, command) => command,
  take: (folder) => takeFrom(folder, undefined),
});

function namespacesAlone(options: SandboxOptions): Sandbox {
  const uid = process.getuid?.() ?? 0;
  return {
    says: 'Workspaces run under the account of the control plane, in namespaces of their own in which they see none of its files.',
    complete: true,
    closed: true,
    enter: async (room, command) =>
      within(
        ['--user', '--map-current-user', '--keep-caps'],
        mountLines(viewOf(options.home, shownTo(options, room, uid))),
        ['--ambient-caps=-all', ...WITHOUT_RIGHTS],
        command,
      ),
    take: (folder) => takeFrom(folder, undefined),
  };
}

function accountsAndNamespaces(options: SandboxOptions): Sandbox {
  return {
    says: 'Each workspace runs under an account of its own, in namespaces in which it sees its own files alone.',
    complete: true,
    closed: true,
    async enter(room, command) {
      const { folder, folders, shared } = room;
      const uid = await ownerOf(folder);
      // While another process of the workspace uses the folder, it belongs to the account already.
      if (!shared) await giveTo(folder, uid);
      for (const each of folders) await chown(each, uid, uid);
      const view = viewOf(options.home, shownTo(options, room, uid));
      return within([], mountLines(view), asAccount(uid), command);
    },
    take: (folder) => takeFrom(folder, process.getuid?.()),
  };
}

/** Tries a process in the sandbox that reads the server's main file and writes to its folder; gives why that failed. */
async function fault(sandbox: Sandbox, { node, entry }: SandboxOptions): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'acacia-'));
  try {
    const room = { folder, folders: [], shared: false };
    const test = `const fs = require('fs'); fs.readFileSync(${JSON.stringify(entry)}); fs.writeFileSync(${JSON.stringify(join(folder, 'written'))}, '');`;
    const { program, args } = await sandbox.enter(room, { program: node, args: ['-e', test] });
    const { status, stderr, error } = spawnSync(program, args, {
      encoding: 'utf8',
      cwd: '/',
      env: {},
      timeout: 20_000,
    });
    if (status === 0) return undefined;
    return error?.message ?? (stderr.trim().split('\n')[0] || `a trial ended with ${status}`);
  } catch (error) {
    // Root without the capability to change owners, as in some containers.
    return (error as Error).message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The strongest sandbox that this system allows, found by one trial. */
export async function findSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.platform !== 'linux')
    return none('accounts and namespaces of their own are made on Linux alone');
  const sandbox = process.getuid?.() === 0 ? accountsAndNamespaces(options) : namespacesAlone(options);
  const why = await fault(sandbox, options);
  return why === undefined ? sandbox : none(`this system does not let them have their own (${why})`);
}
