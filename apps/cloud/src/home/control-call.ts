/** Calls from the command line to the running server on this machine; without a timeout. */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { findControlSocket } from './control-socket.ts';

const Refusal = z.object({ Message: z.string() });

/** No server runs on the data folder. */
export class NotRunning extends Error {}

/** Error codes of a connection when no server listens. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Calls the control socket of a data folder and resolves with the JSON of the response.
 * @throws NotRunning when no server runs on the data folder
 * @throws Error with the server's message when it refuses; the connection's error when that breaks
 */
export async function callControl(home: string, path: string, body: object): Promise<unknown> {
  const socketPath = findControlSocket(home);
  const notRunning = `Acacia is not running with the data folder ${home}. Start it with npm start, then ask again.`;
  if (socketPath === undefined) throw new NotRunning(notRunning);
  const { status, answer } = await new Promise<{ status: number; answer: Promise<unknown> }>(
    (resolve, reject) => {
      const sent = request({
        socketPath,
        agent: false,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      sent.on('response', (response) =>
        resolve({ status: response.statusCode ?? 0, answer: json(response) }),
      );
      sent.on('error', (error: NodeJS.ErrnoException) =>
        reject(ABSENT.has(error.code) ? new NotRunning(notRunning, { cause: error }) : error),
      );
      sent.end(JSON.stringify(body));
    },
  );
  const content = await answer;
  if (status === 200) return content;
  const refusal = Refusal.safeParse(content);
  throw new Error(refusal.success ? refusal.data.Message : `The server answered ${path} with ${status}.`);
}
