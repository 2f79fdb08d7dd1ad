/** One run of a workspace's process: started, ready, ended. Restarts are the supervisor's. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { PROMOTE } from '@acacia/contract';

/** The lines that the workspace server prints on standard output when it is ready, and when it stands by. */
const READY_LINE = 'Workspace is ready at';
const STANDBY_LINE = 'Workspace is standing by';

/**
 * How a process ended. `code` or `signal` as the operating system gives them; `error`: it could not be started;
 * `why`: the driver's reason for ending it, in words that follow "It"; `forOthers`: it had kept to its limits.
 */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
  readonly why?: string;
  readonly forOthers?: true;
}

export interface WorkspaceProcess {
  readonly pid: number | undefined;
  /** Resolves with true when the process waits to be promoted, with false when it ended before. */
  readonly standingBy: Promise<boolean>;
  /** Resolves with true when the process answers, with false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly exited: Promise<Exit>;
  /** Resolves after the process ended, when its output has been read to the end or a timeout has passed. */
  readonly drained: Promise<void>;
  /** Makes a standby process serve. */
  promote(): void;
  /** Sends SIGTERM, after `deadlineMs` SIGKILL, and resolves when the process is gone. `because` as in `Exit`. */
  end(deadlineMs: number, because?: Pick<Exit, 'why' | 'forOthers'>): Promise<Exit>;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

interface Start {
  readonly command: Command;
  readonly env: NodeJS.ProcessEnv;
  /** The whole of its standard input. */
  readonly input: string;
}

export type Stream = 'out' | 'err';

/** Characters; a longer line is split. */
const LONGEST_LINE = 64 * 1024;
/** Milliseconds to wait for the rest of the output; a child of the ended process may keep its pipes open. */
const DRAIN_PATIENCE = 1_000;

/** Starts the process; `write` is called with each line that it prints. */
export function startProcess(
  { command, env, input }: Start,
  write: (stream: Stream, line: string) => void,
): WorkspaceProcess {
  const child = spawn(command.program, command.args, {
    // In a process group of its own: Ctrl-C in the terminal reaches only the control plane, which ends it in order.
    detached: true,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  // A process that ends before it has read its input gives the reason in other ways.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const standsBy = Promise.withResolvers<true>();
  const answers = Promise.withResolvers<true>();
  let reason: Pick<Exit, 'why' | 'forOthers'> | undefined;
  takeLines(child.stdout, (line) => {
    if (line.startsWith(READY_LINE)) answers.resolve(true);
    else if (line === STANDBY_LINE) standsBy.resolve(true);
    write('out', line);
  });
  takeLines(child.stderr, (line) => write('err', line));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exited = whenExited(child).then((exit) => ({ ...exit, ...reason }));
  const ended = exited.then(() => false as const);
  return {
    pid: child.pid,
    exited,
    ready: Promise.race([answers.promise, ended]),
    standingBy: Promise.race([standsBy.promise, ended]),
    drained: exited.then(() => Promise.race([closed, patience()])),
    promote() {
      // When the message cannot be sent, the process is about to end, and its exit is handled.
      child.send(PROMOTE, () => undefined);
    },
    async end(deadlineMs, because) {
      reason ??= because;
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

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, DRAIN_PATIENCE).unref());
}

/** Resolves on 'exit', not on 'close', which waits for the output as well: a takeover must not wait for that. */
function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
  });
}

/** Calls `take` with each complete line of a stream, and with the rest at its end. */
function takeLines(stream: Readable | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    if (rest.length > LONGEST_LINE) {
      take(rest);
      rest = '';
    }
  });
  stream?.on('end', () => {
    if (rest !== '') take(rest);
  });
}

/** How a process ended, in words that follow "It". */
export function exitText(exit: Exit): string {
  if (exit.why !== undefined) return exit.why;
  if (exit.error !== undefined) return `could not be started: ${exit.error.message}`;
  if (exit.signal === 'SIGABRT') return 'was ended by SIGABRT, usually for want of memory';
  if (exit.signal === 'SIGKILL') return 'was killed by SIGKILL, as the system does when memory runs out';
  if (exit.signal !== null) return `was ended by ${exit.signal}`;
  return `ended with code ${exit.code}`;
}
