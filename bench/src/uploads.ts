/** A file of 2 GB (small: 200 MB) that is sent to a workspace through a line that is cut three times. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWorkspaceClient } from '@acacia/api-client';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';
import { startWorkspaceProcess } from './workspace-process.ts';

const MB = 10 ** 6;
const MEGABYTES = { small: 200, medium: 1000, large: 2000 } as const;
const CUTS = [0.25, 0.5, 0.75];
/** Milliseconds for which nothing gets through after a cut. */
const CUT_MS = 1500;

/** A line to a server that can be cut. */
async function lineTo(address: string) {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let bytes = 0;
  let isCut = false;
  const server = createServer((socket) => {
    const far = connect(Number(port), hostname);
    const both = [socket, far];
    for (const each of both) {
      sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        sockets.delete(each);
        for (const other of both) other.destroy();
      });
    }
    if (isCut) return void socket.destroy();
    socket.on('data', (piece) => (bytes += piece.length));
    socket.pipe(far);
    far.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Bytes that went to the server. */
    sent: () => bytes,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      setTimeout(() => (isCut = false), CUT_MS);
    },
    close: () => void server.close(),
  };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export async function benchUploads({ size }: BenchOptions): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'acacia-uploads-'));
  const megabytes = MEGABYTES[size];
  const file = path.join(folder, 'large.csv');
  const workspace = await startWorkspaceProcess(folder);
  const line = await lineTo(workspace.address);
  try {
    const handle = await open(file, 'w');
    for (let at = 0; at < megabytes; at++) await handle.write(`${at},`.padEnd(MB - 1, 'x').concat('\n'));
    await handle.close();
    const content = await openAsBlob(file);
    const cuts = CUTS.map((share) => share * content.size);
    const client = createWorkspaceClient(line.address, () => Promise.resolve(workspace.token));
    const begun = performance.now();
    const onProgress = (sent: number): void => {
      if (sent < (cuts[0] ?? Infinity)) return;
      cuts.shift();
      line.cut();
    };
    await client.uploadFile('large.csv', content, { onProgress });
    const seconds = (performance.now() - begun) / 1000;
    const kept = await hashOf(path.join(folder, 'data', 'uploads', 'large.csv'));
    const whole = kept === (await hashOf(file));
    const more = (line.sent() - content.size) / MB;
    return {
      lines: [
        `${megabytes} MB through ${CUTS.length} cuts of ${CUT_MS} ms: ${seconds.toFixed(1)} s, ${more.toFixed(1)} MB sent twice, ${whole ? 'each byte is there' : 'THE FILE IS ANOTHER ONE'}`,
      ],
      record: { megabytes, cuts: CUTS.length, seconds, megabytesTwice: more, whole },
    };
  } finally {
    line.close();
    await workspace.close();
    await rm(folder, { recursive: true, force: true });
  }
}
