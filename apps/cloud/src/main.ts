/** Starts Acacia: control plane, gateway, workspaces. SIGINT and SIGTERM stop it; a later second one at once. */
import { messageOf } from '@acacia/base';
import { OWNER_ONLY } from './home/tighten.ts';
import { loadSettings } from './settings.ts';
import { start, type Running } from './start.ts';

/** Milliseconds: Ctrl-C sends a signal from the terminal and from the start script; both count as one. */
const SAME_WISH_MS = 800;

let running: Running | undefined;
let stopAskedAt: number | undefined;

function shutDown(code: number): void {
  // Still starting: it is stopped as soon as it has started.
  if (running === undefined) return;
  running.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      console.error(messageOf(error));
      process.exit(1);
    },
  );
}

function askToStop(): void {
  if (stopAskedAt === undefined) {
    stopAskedAt = Date.now();
    shutDown(0);
  } else if (Date.now() - stopAskedAt > SAME_WISH_MS) {
    console.error('Stopped at once; the next start recovers.');
    running?.abandon();
    process.exit(130);
  }
}

process.umask(OWNER_ONLY);
process.on('SIGINT', askToStop);
process.on('SIGTERM', askToStop);
// The start script was killed.
process.on('disconnect', askToStop);
process.channel?.unref();

try {
  running = await start(loadSettings(process.env), (reason) => {
    console.error(reason);
    shutDown(1);
  });
  if (stopAskedAt !== undefined) shutDown(0);
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
