/**
 * The asking process of the bench `singles`: `singles-client.ts read|upsert ADDRESS TOKEN VERTICES CONNECTIONS SECONDS`.
 * Each connection sends its next request when the last is answered; the process reports the number of answers and their
 * times.
 */
import { connect } from 'node:net';
import { GRAPH } from './engine-bench.ts';

const [what = 'read', address = '', token = '', vertices = '1', connections = '1', seconds = '1'] =
  process.argv.slice(2);
const { hostname, port } = new URL(address);
const HEADERS_END = '\r\n\r\n';
const times: number[] = [];
const until = performance.now() + Number(seconds) * 1000;

function ask(who: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = 0;
    const socket = connect(Number(port), hostname);
    let received = '';
    let sent = 0;
    let next = who * 104_729;
    const send = (): void => {
      next = (next + 7919) % Number(vertices);
      received = '';
      sent = performance.now();
      const body = what === 'read' ? '' : `{"vertices":{"V":{"${next}":{"n":{"value":${++written}}}}}}`;
      const line =
        what === 'read' ? `GET /restpp/graph/${GRAPH}/vertices/V/${next}` : `POST /restpp/graph/${GRAPH}`;
      socket.write(
        `${line} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    };
    socket.setEncoding('utf8');
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      received += text;
      const end = received.indexOf(HEADERS_END);
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      if (end < 0 || length === undefined || received.length < end + HEADERS_END.length + Number(length))
        return;
      if (
        !received.startsWith('HTTP/1.1 200') ||
        !received.includes(what === 'read' ? `"v_id":"${next}"` : '"accepted_vertices":1')
      ) {
        reject(new Error(received));
        return;
      }
      const now = performance.now();
      times.push(now - sent);
      if (now < until) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}

await Promise.all(Array.from({ length: Number(connections) }, (_, who) => ask(who)));
times.sort((a, b) => a - b);
const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
process.send?.({ calls: times.length, p50: at(0.5), p99: at(0.99), most: times.at(-1) ?? Number.NaN });
