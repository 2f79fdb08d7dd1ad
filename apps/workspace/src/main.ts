/** Starts the workspace server from the command line. */
import { readFileSync } from 'node:fs';
import { StartError } from '@acacia/base';
import { PROMOTE } from '@acacia/contract';
import { EngineError } from '@acacia/engine';
import { z } from 'zod';
import { componentLogger, createLogger } from './log.ts';
import { CommandLineError, startError } from './errors/start.ts';
import { parseCommandLine, parseSourceVariables, USAGE } from './options.ts';
import { prepareWorkspace, startWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';

const Promote = z.object({ kind: z.literal(PROMOTE.kind) });

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Files of this process are accessible to its own account alone; processes that it starts inherit the mask. */
const OWNER_ONLY = 0o077;

async function main(): Promise<void> {
  process.umask(OWNER_ONLY);
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine === null) {
    console.log(USAGE);
    return;
  }
  const { standby, gatewayKeyOnStdin, ...rest } = commandLine;
  const logger = createLogger(process.env['ACACIA_LOG']);
  process.on('uncaughtExceptionMonitor', (err) => {
    componentLogger(logger, 'admin').fatal(
      { err },
      `The workspace ends by a fault of its own: ${err.message}`,
    );
  });
  const options: WorkspaceOptions = {
    ...rest,
    // Not in the environment, which other processes of the account can read.
    gatewayKey: gatewayKeyOnStdin ? readFileSync(0, 'utf8').trim() : undefined,
    firstPassword: process.env['ACACIA_WORKSPACE_PASSWORD'],
    sources: parseSourceVariables(process.env),
    logger,
  };
  const workspace = standby ? await standBy(options) : await startWorkspace({ ...options, warm: true });
  // Before it says that it is ready: whoever reads that may stop it at once.
  onStopSignal(() => {
    workspace.close().then(
      () => process.exit(0),
      (error: unknown) => fail(`The workspace did not stop cleanly: ${String(error)}`),
    );
  });
  console.log(`Workspace is ready at ${workspace.address}`);
}

/** Calls `stop` at the first signal that asks the process to end. */
function onStopSignal(stop: () => void): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (!stopping) stop();
      stopping = true;
    });
  }
}

/** Waits for the parent's message; without a parent there is nothing to wait for. */
async function standBy(options: WorkspaceOptions): Promise<Workspace> {
  const { channel } = process;
  if (channel === undefined) {
    throw startError('standbyAlone');
  }
  channel.ref();
  const leave = (): void => process.exit(0);
  process.once('disconnect', leave);
  onStopSignal(leave);
  const promoted = new Promise<void>((resolve) => {
    const listen = (message: unknown): void => {
      if (!Promote.safeParse(message).success) return;
      process.off('message', listen);
      resolve();
    };
    process.on('message', listen);
  });
  const waiting = await prepareWorkspace(options);
  console.log('Workspace is standing by');
  await promoted;
  process.off('disconnect', leave);
  channel.unref();
  return waiting.promote();
}

main().catch((error: unknown) => {
  if (error instanceof CommandLineError) fail(`${error.message}\n\n${USAGE}`);
  if (error instanceof StartError || error instanceof EngineError) fail(error.message);
  throw error;
});
