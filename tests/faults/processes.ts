/** Processes of this machine that belong to a data folder. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface SystemProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Undefined for one that has ended meanwhile, or waits to be buried. */
function fromProc(pid: number): (SystemProcess & { readonly folder: string }) | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the program's name, which may hold anything: state, parent (proc(5)).
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(parent), command, folder: readlinkSync(`/proc/${pid}/cwd`) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return undefined;
    throw error;
  }
}

function fromPs(): SystemProcess[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

/** Processes whose command line names the folder, or that work in it, as the servers of PostgreSQL do. */
export function processesOf(home: string): SystemProcess[] {
  if (process.platform !== 'linux') return fromPs().filter(({ command }) => command.includes(home));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => fromProc(Number(name)) ?? [])
    .filter(({ command, folder }) => command.includes(home) || `${folder}/`.startsWith(`${home}/`));
}

/** The workspace, permanent or temporary, that a process serves; undefined for other processes. */
export function workspaceOf({ command }: SystemProcess): string | undefined {
  const [, socket] = /--socket (\S+\/sock)/.exec(command) ?? [];
  return socket === undefined ? undefined : path.basename(path.dirname(socket));
}

/** Ends it at once; one that has ended already needs nothing. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
