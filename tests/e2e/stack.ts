/** A real Acacia in a separate folder: started, stopped and killed as a person would. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callControl } from '../../apps/cloud/src/home/control-call.ts';
import { TOKEN_PATH } from '../../apps/cloud/src/home/control-socket.ts';
import { freePort } from '../../apps/cloud/src/testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The workspace server as `npm start` runs it. */
const WORKSPACE_SERVER = path.join(ROOT, 'apps/workspace/dist/main.js');
const CONTROL_PLANE = path.join(ROOT, 'apps/cloud/dist/main.js');
let built = false;

/** Builds what `npm start` would build. */
function build(): void {
  if (!built) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
  built = true;
}

/** Those that run beside each other (Playwright numbers them) look for ports of workspaces in different places. */
const FIRST_WORKSPACE_PORT = 14_240 + 100 * Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** Milliseconds after its end in which the rest of its output is awaited. */
const LAST_OUTPUT_MS = 1000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

export class Stack {
  readonly home: string;
  readonly port: number;
  readonly #settings: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #output = '';

  private constructor(home: string, port: number, settings: NodeJS.ProcessEnv) {
    this.home = home;
    this.port = port;
    this.#settings = settings;
  }

  /** @param settings returns further variables of the environment for a data folder */
  static async create(settings: (home: string) => NodeJS.ProcessEnv = () => ({})): Promise<Stack> {
    build();
    const home = mkdtempSync(path.join(tmpdir(), 'acacia-e2e-'));
    return new Stack(home, await freePort(), settings(home));
  }

  /** Number of its process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#process !== null && !hasEnded(this.#process) ? this.#process.pid : undefined;
  }

  /** Output since its last start. */
  get output(): string {
    return this.#output;
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ACACIA_FIRST_WORKSPACE_PORT: String(FIRST_WORKSPACE_PORT),
      ACACIA_SAMPLE_AHEAD: 'off',
      ACACIA_WORKSPACE_SERVER: WORKSPACE_SERVER,
      ...this.#settings,
      PORT: String(this.port),
      ACACIA_HOME: this.home,
    };
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Starts Acacia; resolves to the milliseconds until it reported that it was ready. */
  async start(): Promise<number> {
    const begun = Date.now();
    this.#output = '';
    const child = spawn(process.execPath, [CONTROL_PLANE], {
      cwd: ROOT,
      env: this.#environment,
      // The channel ends it when the tests are killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      const seen = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (this.#output.includes('Acacia is ready at')) resolve();
      };
      child.stdout?.on('data', seen);
      child.stderr?.on('data', seen);
      child.once('exit', (code) => {
        const fail = () =>
          reject(new Error(`Acacia ended with ${code} before it was ready:\n${this.#output}`));
        // What it printed last may still be on its way; what it started may hold its output for longer.
        child.once('close', fail);
        setTimeout(fail, LAST_OUTPUT_MS).unref();
      });
    });
    return Date.now() - begun;
  }

  /** Ends it and waits until it is gone. */
  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || hasEnded(child)) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await gone;
  }

  /** An access token, by default of the seeded administrator, as `npm run token` asks for one. */
  async token(email = 'admin@acacia.local'): Promise<string> {
    const answer = await callControl(this.home, TOKEN_PATH, { email });
    return (answer as { readonly token: string }).token;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}
