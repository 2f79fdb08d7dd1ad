/** Starts Acacia: control plane, gateway, workspaces. SIGINT and SIGTERM stop it; the second one at once. */
import { loadSettings } from './settings.ts';
import { start, type Running } from './start.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let running: Running | undefined;
let signals = 0;

function shutDown(code: number): void {
  // Still starting: stopped as soon as it has.
  if (running === undefined) return;
  running.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      console.error(messageOf(error));
      process.exit(1);
    },
  );
}

function onSignal(signal: NodeJS.Signals): void {
  signals += 1;
  if (signals === 1) {
    shutDown(0);
  } else {
    console.error(`Stopped at once by a second ${signal}; the next start recovers.`);
    running?.abandon();
    process.exit(130);
  }
}

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

try {
  running = await start(loadSettings(process.env), (reason) => {
    console.error(reason);
    shutDown(1);
  });
  if (signals > 0) shutDown(0);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
