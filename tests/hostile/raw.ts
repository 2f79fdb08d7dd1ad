/** Requests that no client library sends: odd bodies, headers, methods, and connections that send little. */
import { connect } from 'node:net';
import type { Random } from '../random.ts';
import type { Stage } from './stage.ts';

const DEEP = 100_000;

const BODIES: Readonly<Record<string, string>> = {
  'no JSON': '{',
  'deep JSON': '['.repeat(DEEP) + ']'.repeat(DEEP),
  'deep objects': '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
  'many fields': `{${Array.from({ length: DEEP }, (_, n) => `"f${n}":1`).join(',')}}`,
  'the same field many times': `{${'"name":1,'.repeat(DEEP)}"name":2}`,
  'the prototype': '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}',
  'a long number': `{"n":${'9'.repeat(DEEP)}}`,
  'no object': '"x"',
  null: 'null',
};

const PLACES = (stage: Stage): readonly (readonly [method: string, url: string])[] => [
  ['POST', '/v2/workgroups'],
  ['PATCH', '/users/me/metadata'],
  ['POST', `${stage.workspace}/restpp/graph/Canary`],
  ['POST', `${stage.workspace}/restpp/query/Canary/neighbours`],
  ['POST', `${stage.workspace}/gsql/v1/schema/change?graph=Canary`],
  ['PUT', `${stage.workspace}/api/graph-styles/local/Canary`],
  ['POST', `${stage.workspace}/gsql/v1/tokens`],
];

/** Raw bytes written on a connection. */
const LINES = (host: string): readonly string[] => [
  'GET / HTTP/1.1\r\n\r\n',
  `GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /../../etc/passwd HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /%00 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `GET /%ff%fe HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `POST /api/v2/workgroups HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  `POST /api/v2/workgroups HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /api/v2/workgroups HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: ${host}\r\n${'A: b\r\n'.repeat(5000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  `TRACE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `GET / HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Basic ${'A'.repeat(10_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
];

/** Milliseconds to wait for an answer to bytes that may deserve none. */
const ANSWER_WITHIN = 2000;

function say(host: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(`http://${host}`);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, ANSWER_WITHIN);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', end);
    socket.on('close', () => {
      clearTimeout(timer);
      end();
    });
    socket.end(bytes, 'latin1');
  });
}

export async function rawRequests(stage: Stage, random: Random, until: number): Promise<void> {
  const hosts = [new URL(stage.stack.origin).host, new URL(stage.workspace).host];
  for (const host of hosts) {
    for (const line of LINES(host)) {
      if (Date.now() >= until) return;
      const answer = await say(host, line);
      const [, status = 0] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
      stage.judge(`${JSON.stringify(line.slice(0, 100))} at ${host}`, {
        status: Number(status),
        text: answer,
      });
    }
  }
  for (const [method, url] of random.shuffled(PLACES(stage))) {
    for (const [name, text] of Object.entries(BODIES)) {
      if (Date.now() >= until) return;
      for (const as of ['admin', 'reader'] as const) {
        await stage.attack(`${name} at ${url}`, url, {
          as,
          method,
          text,
          headers: { 'content-type': 'application/json' },
        });
      }
    }
  }
}
