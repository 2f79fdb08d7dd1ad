/** An HTTP client for the gateway's tests that exposes what `fetch` hides: chunks, aborts, raw headers. */
import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';

interface Exchange {
  readonly request: ClientRequest;
  /** Rejects when the connection breaks before an answer. */
  readonly response: Promise<IncomingMessage>;
}

/** Sends the head; the caller ends the request. */
export function begin(url: string, options: RequestOptions = {}): Exchange {
  const call = request(url, { agent: new Agent({ keepAlive: false }), ...options });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    call.on('error', reject);
  });
  // A test that aborts does not wait for it.
  response.catch(() => undefined);
  return { request: call, response };
}

/** Resolves with the next chunk. */
export function nextChunk(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    response.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    response.once('error', reject);
  });
}

/** The whole body; rejects when it breaks off. */
export async function text(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
