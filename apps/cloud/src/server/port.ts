/** Checks that the server's port is free, before anything else is started. */
import { asError } from '@acacia/base';
import { createServer } from 'node:net';

/** An error with a sentence for people when the port cannot be used; any other error unchanged. */
export function listenError(error: unknown, port: number, host: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=4200 npm start.`,
    );
  }
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be used by this account. Choose one from 1024 on.`);
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new Error(`This machine has no address ${host} to listen on. Correct ACACIA_HOST.`);
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
