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
const HEADERS_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200');
/** Bytes of an answer at most; a read has some three hundred. */
const MOST_BYTES = 16_384;
const times: number[] = [];
const until = performance.now() + Number(seconds) * 1000;

/** The end of the answer at the begin of some bytes; undefined while it is not whole. */
function endOf(bytes: Buffer): number | undefined {
  const headers = bytes.indexOf(HEADERS_END);
  if (headers < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, headers))?.[1];
  if (length === undefined) throw new Error(bytes.toString());
  return headers + HEADERS_END.length + Number(length);
}

/**
 * One connection. It takes little of a processor beside the server, which has the other: answers are read into one
 * buffer and looked at in place.
 */
function ask(who: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const head = `Host: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Length: `;
    const answer = Buffer.allocUnsafe(MOST_BYTES);
    let received = 0;
    let written = 0;
    let sent = 0;
    let next = who * 104_729;
    let expected = '';
    const send = (): void => {
      next = (next + 7919) % Number(vertices);
      received = 0;
      sent = performance.now();
      if (what === 'read') {
        expected = `"v_id":"${next}"`;
        socket.write(`GET /restpp/graph/${GRAPH}/vertices/V/${next} HTTP/1.1\r\n${head}0\r\n\r\n`, 'latin1');
      } else {
        expected = '"accepted_vertices":1';
        const body = `{"vertices":{"V":{"${next}":{"n":{"value":${++written}}}}}}`;
        const line = `POST /restpp/graph/${GRAPH} HTTP/1.1\r\n`;
        socket.write(`${line}${head}${body.length}\r\n\r\n${body}`, 'latin1');
      }
    };
    const take = (bytes: number, buffer: Uint8Array): boolean => {
      answer.set(buffer.subarray(0, bytes), received);
      received += bytes;
      const whole = answer.subarray(0, received);
      const end = endOf(whole);
      if (end === undefined || received < end) return true;
      if (!whole.subarray(0, OK.length).equals(OK) || !whole.includes(expected)) {
        throw new Error(whole.toString());
      }
      const now = performance.now();
      times.push(now - sent);
      if (now < until) send();
      else {
        socket.destroy();
        resolve();
      }
      return true;
    };
    const socket = connect({
      port: Number(port),
      host: hostname,
      onread: { buffer: Buffer.allocUnsafe(MOST_BYTES), callback: take },
    });
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
  });
}

await Promise.all(Array.from({ length: Number(connections) }, (_, who) => ask(who)));
times.sort((a, b) => a - b);
const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
process.send?.({ calls: times.length, p50: at(0.5), p99: at(0.99), most: times.at(-1) ?? Number.NaN });
