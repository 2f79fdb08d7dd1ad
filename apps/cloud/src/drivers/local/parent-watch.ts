/**
 * Loaded into every workspace process before its own code (`node --import`): when the control plane
 * dies, the channel to it closes, and the workspace then ends itself the clean way. So a killed
 * control plane leaves no process behind.
 */
import { isMainThread } from 'node:worker_threads';

/** Milliseconds for the clean way before the hard one. */
const DEADLINE = 10_000;

// Worker threads load this file as well; the channel belongs to the main thread.
if (isMainThread && process.connected) {
  process.once('disconnect', () => {
    // Whoever read these is gone; a log line must not end the process half-way through closing.
    process.stdout.on('error', ignoreClosedPipe);
    process.stderr.on('error', ignoreClosedPipe);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), DEADLINE).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone must not keep a workspace alive that has closed everything else.
  process.channel?.unref();
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
