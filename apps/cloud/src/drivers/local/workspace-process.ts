/** One run of a workspace's process: started, ready, ended. Restarts are the supervisor's. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the workspace server prints on standard output when it answers. */
const READY_LINE = 'Workspace is ready at';

/** `code` or `signal` as the operating system gives them; `error`: it could not even be started. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

export interface WorkspaceProcess {
  readonly pid: number | undefined;
  /** Resolves with true when it answers, with false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly exited: Promise<Exit>;
  /** Asks it to end, kills it after `deadlineMs`, resolves when it is gone. */
  end(deadlineMs: number): Promise<Exit>;
}

interface Command {
  readonly nodePath: string;
  readonly nodeFlags: readonly string[];
  /** The workspace server's main file. */
  readonly entry: string;
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const PARENT_WATCH = fileURLToPath(import.meta.resolve('./parent-watch.ts'));

/** Starts the process; `write` gets all that it prints. */
export function startProcess(command: Command, write: (chunk: Buffer | string) => void): WorkspaceProcess {
  const child = spawn(
    command.nodePath,
    [...command.nodeFlags, '--import', PARENT_WATCH, command.entry, ...command.flags],
    {
      // A group of its own: Ctrl-C in the terminal reaches the control plane, which ends it in order.
      detached: true,
      env: command.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  child.stdout?.on('data', write);
  child.stderr?.on('data', write);
  const exited = whenExited(child);
  return {
    pid: child.pid,
    exited,
    ready: Promise.race([readyLine(child).then(() => true), exited.then(() => false)]),
    async end(deadlineMs) {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
      try {
        return await exited;
      } finally {
        clearTimeout(kill);
      }
    },
  };
}

/** On 'close', not 'exit': then its last lines have been read as well. */
function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
  });
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let seen = '';
    const look = (chunk: Buffer) => {
      seen += chunk.toString('utf8');
      const lines = seen.split('\n');
      if (lines.some((line) => line.startsWith(READY_LINE))) {
        child.stdout?.off('data', look);
        resolve();
      }
      seen = lines.at(-1) ?? '';
    };
    child.stdout?.on('data', look);
  });
}

/** How a process ended, in words that follow "It". */
export function exitText(exit: Exit): string {
  if (exit.error !== undefined) return `could not be started: ${exit.error.message}`;
  if (exit.signal === 'SIGABRT') return 'was ended by SIGABRT, usually for want of memory';
  if (exit.signal === 'SIGKILL') return 'was killed by SIGKILL, as the system does when memory runs out';
  if (exit.signal !== null) return `was ended by ${exit.signal}`;
  return `ended with code ${exit.code}`;
}
