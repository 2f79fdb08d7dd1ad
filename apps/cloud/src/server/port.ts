/** Checks that the server's port is free, before anything else is started. */
import { asError } from '@acacia/base';
import { createServer } from 'node:net';
import { startError } from '../errors/start.ts';

/** An error with a sentence for people when the port cannot be used; any other error unchanged. */
export function listenError(error: unknown, port: number, host: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return startError('portInUse', { port });
  }
  if (code === 'EACCES') return startError('portNotAllowed', { port });
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return startError('noSuchHost', { host });
  }
  return asError(error);
}

/** Rejects with a sentence for people when another program has the port. */
export function checkPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(listenError(error, port, host)));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
