/**
 * A stand-in workspace server that misbehaves on demand, for tests: it dies, hangs, cuts a response off or ignores
 * SIGTERM. It takes the same flags as the real one and runs as a process of its own.
 */
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { InternalStatus } from '@acacia/contract';
import { attempt, attemptBeyond, type Attempt } from './attempts.ts';

const { values } = parseArgs({
  options: {
    socket: { type: 'string', default: '' },
    data: { type: 'string', default: '' },
    'memory-mb': { type: 'string', default: '' },
    workers: { type: 'string', default: '' },
    'tg-version': { type: 'string', default: '' },
    'credential-days': { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    'read-only': { type: 'boolean', default: false },
    standby: { type: 'boolean', default: false },
    'gateway-key-on-stdin': { type: 'boolean', default: false },
  },
});

const gatewayKey = values['gateway-key-on-stdin'] ? readFileSync(0, 'utf8') : undefined;

/** Files of these names in the data folder make it misbehave. */
const misbehaves = (how: 'die' | 'ignore-term' | 'never-ready') => existsSync(join(values.data, how));

/** The activity that it reports, unless a file `activity` in the data folder holds another. */
const AT_REST = { runningQueries: 0, runningLoads: 0, lastActivityAt: '2026-11-21T08:00:00.000Z' };

/** Counters of an unused workspace. */
const NOTHING = {
  queries: 0,
  queryErrors: 0,
  queryTimeouts: 0,
  queryLatency: Array.from({ length: 16 }, () => 0),
  requests: 0,
  requestErrors: 0,
  loads: 0,
  loadErrors: 0,
  rowsLoaded: 0,
  rowsRejected: 0,
};

if (values.standby) {
  process.channel?.ref();
  process.stdout.write('Workspace is standing by\n');
  await once(process, 'message');
  process.channel?.unref();
  rmSync(values.socket, { force: true });
}
const startedAt = new Date().toISOString();
if (misbehaves('die')) {
  process.stderr.write(`Cannot open the store: ${readFileSync(join(values.data, 'die'), 'utf8')}\n`);
  process.exit(3);
}

const taken: Buffer[] = [];
let aborted = 0;
let received = 0;
let released = Promise.withResolvers<void>();

const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/internal/status': (request, response) => {
    if (request.headers['x-acacia-key'] !== gatewayKey) {
      response.writeHead(403).end();
      return;
    }
    const told = join(values.data, 'activity');
    const activity = existsSync(told)
      ? (JSON.parse(readFileSync(told, 'utf8')) as InternalStatus['activity'])
      : AT_REST;
    const { user, system } = process.cpuUsage();
    const status: InternalStatus = {
      activity,
      memory: { graphBytes: 0, limitBytes: Number(values['memory-mb']) * 2 ** 20, processBytes: 0 },
      startedAt,
      counters: { cpuMicroseconds: user + system, ...NOTHING },
      vertexCount: 3,
      edgeCount: null,
      readOnly: values['read-only'],
      loads: [],
    };
    json(response, status);
  },
  // A file `copy-fails` in the data folder makes it refuse with that text.
  '/internal/copy': (request, response) => {
    const told = join(values.data, 'copy-fails');
    void readJson(request).then((body) => {
      if (existsSync(told)) {
        response.statusCode = 507;
        json(response, { error: true, message: readFileSync(told, 'utf8') });
        return;
      }
      cpSync(values.data, (body as { folder: string }).folder, { recursive: true });
      json(response, { bytes: 1, writesHeldMs: 0 });
    });
  },
  // Tries a forbidden action and responds with the outcome.
  '/attempt': (request, response) => {
    void readJson(request)
      .then((body) => attempt(body as Attempt))
      .then((outcome) => json(response, outcome));
  },
  '/attempt-beyond': (request, response) => {
    void readJson(request)
      .then((body) => attemptBeyond(body as Attempt))
      .then((outcome) => json(response, outcome));
  },
  // Takes that many bytes of memory and keeps them.
  '/take-memory': (request, response) => {
    taken.push(Buffer.alloc(Number(request.headers['x-bytes']), 1));
    json(response, {});
  },
  '/echo': (request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      const { method, url, headers } = request;
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Keep-Alive', 'timeout=77');
      response.setHeader('Server', 'stand-in/1.0');
      response.setHeader('Cache-Control', 'public, max-age=3600');
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      json(response, { method, url, headers, bytes, pid: process.pid });
    });
  },
  // Takes no credentials.
  '/judge': (_request, response) => {
    response.statusCode = 401;
    json(response, {});
  },
  '/environment': (_request, response) =>
    json(response, { env: process.env, argv: process.execArgv, flags: process.argv.slice(2) }),
  // The second event follows only after /release, so that a test can prove that the first came before.
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: first\n\n');
    void released.promise.then(() => response.end('data: second\n\n'));
  },
  '/headers-only': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  },
  // Reads nothing of its body until /release.
  '/upload': (request, response) => {
    void released.promise.then(() => {
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => json(response, { received }));
    });
  },
  // Answers after the first of its body, and reads no more.
  '/early': (request, response) => {
    request.once('data', () => {
      request.pause();
      response.statusCode = 507;
      json(response, {});
    });
  },
  '/release': (_request, response) => {
    released.resolve();
    released = Promise.withResolvers();
    json(response, {});
  },
  '/hang': (_request, response) => {
    response.on('close', () => (aborted += 1));
  },
  '/aborted': (_request, response) => json(response, { aborted }),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  },
  '/die': () => process.exit(1),
  '/die-in-answer': (_request, response) => {
    response.writeHead(200);
    response.write('half', () => process.exit(1));
  },
  // From its first byte on it answers nothing and notices nothing.
  '/busy': (_request, response) => {
    response.write('busy', () => {
      for (;;);
    });
  },
};

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://workspace').pathname;
  const route = routes[path] ?? routes['/echo'];
  route?.(request, response);
});

server.on('upgrade', (request, socket) => {
  if (request.url === '/refused') {
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno');
    return;
  }
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  socket.write(`user=${String(request.headers['x-acacia-user'])}\n`);
  socket.pipe(socket);
  socket.on('error', () => socket.destroy());
});

process.on('SIGTERM', () => {
  if (misbehaves('ignore-term')) return;
  process.stdout.write('Workspace stops\n');
  server.close(() => process.exit(0));
  server.closeAllConnections();
});

if (!misbehaves('never-ready')) {
  server.listen(values.socket, () => process.stdout.write(`Workspace is ready at ${values.socket}\n`));
} else {
  setInterval(() => undefined, 60_000);
}
