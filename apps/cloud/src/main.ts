/** Starts Acacia: control plane, gateway, workspaces. SIGINT and SIGTERM stop it; a later second one at once. */
import { OWNER_ONLY } from './home/tighten.ts';
import { loadSettings } from './settings.ts';
import { start, type Running } from './start.ts';

/** Ctrl-C reaches us from the terminal and from the script that started us: that is one wish, not two. */
const SAME_WISH_MS = 800;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let running: Running | undefined;
let stopAskedAt: number | undefined;

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
// The script that started us was killed.
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
