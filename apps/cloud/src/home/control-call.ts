/** A call of this machine's own command line to the running server, however long its answer takes. */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { KEY_HEADER, type Control } from './control-file.ts';

const Refusal = z.object({ Message: z.string() });

/** The answer of a call. @throws Error with the server's message, or with the connection's fault */
export async function callControl({ url, key }: Control, path: string, body: object): Promise<unknown> {
  const { status, answer } = await new Promise<{ status: number; answer: Promise<unknown> }>(
    (resolve, reject) => {
      const sent = request(new URL(path, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
      });
      sent.on('response', (response) =>
        resolve({ status: response.statusCode ?? 0, answer: json(response) }),
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    },
  );
  const content = await answer;
  if (status === 200) return content;
  const refusal = Refusal.safeParse(content);
  throw new Error(refusal.success ? refusal.data.Message : `The server answered ${path} with ${status}.`);
}
