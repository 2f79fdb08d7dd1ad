/**
 * Ends a workspace process when its control plane dies. Every workspace process loads it before its own code
 * (`node --import`): the IPC channel closes with the control plane, and the process sends itself SIGTERM. So a killed
 * control plane leaves no process behind.
 */
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between SIGTERM and SIGKILL. */
const DEADLINE = 10_000;

// Worker threads load this file as well; the channel belongs to the main thread.
if (isMainThread && process.connected) {
  process.once('disconnect', () => {
    // Their reader is gone; a log line must not end the process half-way through closing.
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
