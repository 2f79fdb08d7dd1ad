/** Starts the workspace server from the command line. */
import { EngineError } from '@acacia/engine';
import { createLogger } from './log.ts';
import { CommandLineError, parseCommandLine, USAGE } from './options.ts';
import { startWorkspace, StartError } from './workspace.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine === null) {
    console.log(USAGE);
    return;
  }
  const workspace = await startWorkspace({
    ...commandLine,
    gatewayKey: process.env['ACACIA_GATEWAY_KEY'],
    firstPassword: process.env['ACACIA_WORKSPACE_PASSWORD'],
    logger: createLogger(process.env['ACACIA_LOG']),
  });
  console.log(`Workspace is ready at ${workspace.address}`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    workspace.close().then(
      () => process.exit(0),
      (error: unknown) => fail(`The workspace did not stop cleanly: ${String(error)}`),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  if (error instanceof CommandLineError) fail(`${error.message}\n\n${USAGE}`);
  if (error instanceof StartError || error instanceof EngineError) fail(error.message);
  throw error;
});
