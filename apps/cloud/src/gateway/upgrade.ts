/** Passes connections that become websockets through to the workspace. */
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import type { WorkspaceAddress } from '../drivers/driver.ts';
import { upstreamOptions } from './forward.ts';

interface UpgradePassage {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that the client has sent after its request already. */
  readonly head: Buffer;
  readonly address: WorkspaceAddress;
  readonly headers: Record<string, string | string[]>;
}

/** Resolves when the connection has ended on either side; rejects when the workspace cannot be reached. */
export function passUpgrade(passage: UpgradePassage): Promise<void> {
  const { request, socket, head, address } = passage;
  const headers = { ...passage.headers, connection: 'Upgrade', upgrade: request.headers.upgrade ?? '' };
  return new Promise((resolve, reject) => {
    const upstream = httpRequest({ ...upstreamOptions(address, request, headers), agent: false });
    socket.once('close', () => upstream.destroy());
    upstream.on('error', reject);
    upstream.once('upgrade', (answer, connection, firstBytes) => {
      socket.write(headText(answer));
      if (firstBytes.length > 0) socket.write(firstBytes);
      if (head.length > 0) connection.write(head);
      pipeline(connection, socket, connection, () => resolve());
    });
    // Refused: the response passes unchanged, and the connection ends with it.
    upstream.once('response', (answer) => {
      socket.write(headText(answer));
      pipeline(answer, socket, () => resolve());
    });
    upstream.end();
  });
}

function headText(answer: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
  const upgraded = answer.statusCode === 101;
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? '';
    // The body of a refusal is passed without chunks, and ends with the connection.
    if (!upgraded && /^(transfer-encoding|connection|keep-alive)$/i.test(name)) continue;
    lines.push(`${name}: ${answer.rawHeaders[index + 1] ?? ''}`);
  }
  if (!upgraded) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}
