/** A call of this machine's own command line to the running server, however long its answer takes. */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { findControlSocket } from './control-socket.ts';

const Refusal = z.object({ Message: z.string() });

/** No server runs on the data folder. */
export class NotRunning extends Error {}

/** Of the connection: nobody listens there (any more). */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * The answer of a call to the control socket of a data folder.
 * @throws NotRunning; Error with the server's message, or with the connection's fault
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
