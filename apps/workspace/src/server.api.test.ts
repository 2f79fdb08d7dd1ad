/** Behaviour that all calls share: limits of the body, compression. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CONNECTIONS } from '@acacia/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayHeaders, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

const SOON = { timeout: 50_000 };

it('compresses long answers for clients that take it, and never the stream of a command', async () => {
  const workspace = await startTestWorkspace();
  try {
    await workspace.gsql(SOCIAL_SCHEMA);
    const person = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`p${index}`, { name: { value: `Person ${index}` } }]),
    );
    await workspace.call('POST', '/restpp/graph/social', { body: { vertices: { person } } });
    const headers = { 'accept-encoding': 'gzip' };
    const long = await workspace.call('GET', '/restpp/graph/social/vertices/person', { headers });
    expect(long.headers.get('content-encoding')).toBe('gzip');
    expect(long.json['results']).toHaveLength(1000);
    const stream = await workspace.call('POST', '/api/gsql-command', { headers, body: { command: 'LS' } });
    expect(stream.headers.get('content-encoding')).toBeNull();
  } finally {
    await workspace.close();
  }
});

it('answers hostile requests with a refusal, never with a fault', async () => {
  const workspace = await startTestWorkspace();
  try {
    await workspace.gsql(SOCIAL_SCHEMA);
    const requests = [
      ['GET', '/restpp/graph/%E0%A4%A/vertices/person', undefined, 400],
      ['GET', '/restpp/graph/social/edges/person/%E0%A4%A', undefined, 400],
      ['GET', '/restpp/graph/__proto__/vertices/person', undefined, 404],
      ['GET', '/restpp/graph/social/vertices/constructor', undefined, 400],
      ['POST', '/restpp/graph/social', '{"vertices": {"person": {"": {}}}}', 400],
      ['POST', '/restpp/graph/social', '[]', 400],
      ['POST', '/restpp/graph/social', '', 400],
      ['POST', '/restpp/builtins/social', 'null', 400],
      ['POST', '/api/gsql-command', '{"command": 5}', 400],
      ['PUT', '/api/graph-styles/local/..%2F..%2Fx', '{}', 404],
      ['PUT', '/api/graph-styles/local/social', `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`, 400],
      ['PUT', '/api/loading-job-info/social', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400],
      ['PUT', '/api/data-files/%00', 'x', 400],
      ['POST', '/gsql/v1/loading-jobs/run?graph=social', '[{"name": "toString"}]', 404],
      ['PATCH', '/restpp/graph/social', '{}', 404],
    ] as const;
    for (const [method, path, body, status] of requests) {
      const answer = await workspace.call(method, path, { body });
      expect(answer, `${method} ${path}`).toMatchObject({ status, json: { error: true } });
      expect(answer.json['message']).not.toBe('');
    }
    // Integers that no double holds are kept as they are.
    for (const path of ['/api/graph-styles/local/social', '/api/loading-job-info/social']) {
      const kept = '{"other":{"n":12345678901234567890}}';
      expect((await workspace.call('PUT', path, { body: kept })).json['error'], path).toBe(false);
      expect((await workspace.call('GET', path)).json['results'], path).toMatchObject({
        other: { n: 12345678901234567890n },
      });
    }
    const odd = await workspace.call('POST', '/restpp/graph/social', {
      body: '{"vertices": {"person": {"__proto__": {"name": {"value": "odd"}}}}}',
    });
    expect(odd.json['error']).toBe(false);
    const injected = await workspace.call(
      'GET',
      `/restpp/graph/social/vertices/person?filter=${encodeURIComponent(`name="x' OR '1'='1"`)}`,
    );
    expect(injected.json['results']).toEqual([]);
  } finally {
    await workspace.close();
  }
});

it('tells clients the version that it was started with', async () => {
  const workspace = await startTestWorkspace({ tgVersion: '4.2.0' });
  try {
    expect((await workspace.call('GET', '/restpp/version')).json['message']).toContain('release_4.2.0_');
    const short = await workspace.call('GET', '/gsql/v1/version');
    expect(short.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(short.text).toBe('GSQL version: 4.2.0\n');
    const long = await workspace.call('GET', '/gsql/v1/version?verbose=true');
    expect(long.text).toMatch(/^GSQL version: 4\.2\.0\nGSQL commit number: \S+\nGSQL commit date: .+\n$/);
  } finally {
    await workspace.close();
  }
});

it('ends the connection with the answer to what is no request, and says so', async () => {
  const workspace = await startTestWorkspace();
  const ask = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(workspace.origin).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    return answer;
  };
  try {
    const fits = await ask(
      `GET /api/ping?${'x'.repeat(CONNECTIONS.headerBytes)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(fits).toMatch(/^HTTP\/1.1 200 /);
    const body = 'x'.repeat(8 * 2 ** 20);
    const large = await ask(
      `POST /api/ping?${'x'.repeat(CONNECTIONS.workspaceHeaderBytes)} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(large).toMatch(/^HTTP\/1.1 431 /);
    for (const answer of [large, await ask('nonsense\r\n\r\n')]) {
      expect(answer).toContain('\r\nConnection: close\r\n');
      expect(answer).toContain('{"error":true,"message":"');
    }
  } finally {
    await workspace.close();
  }
});

it('keeps connections longer than the gateway does', async () => {
  const workspace = await startTestWorkspace();
  try {
    const { headers } = await workspace.call('GET', '/api/ping');
    expect(headers.get('keep-alive')).toBe(`timeout=${CONNECTIONS.workspaceIdle / 1000}`);
    expect(CONNECTIONS.gatewayIdle).toBeLessThan(CONNECTIONS.workspaceIdle / 2);
  } finally {
    await workspace.close();
  }
});

/** Some 1 MB of output: more than a Unix socket holds. */
const MUCH = `INTERPRET QUERY () FOR GRAPH social {
  STRING s = "0123456789abcde";
  WHILE length(s) < 700000 DO s = s + s; END;
  PRINT s;
}`;

describe('large answers for clients that do not read them', () => {
  let folder: string;
  let workspace: TestWorkspace;
  const slow: IncomingMessage[] = [];

  const start = async (idleMs: number): Promise<void> => {
    folder = await mkdtemp(join(tmpdir(), 'acacia-answers-'));
    workspace = await startTestWorkspace({
      listen: { kind: 'socket', path: join(folder, 'sock') },
      tellPeople: false,
      // One of them in each half.
      answers: { bytes: 3 * 2 ** 20, idleMs },
    });
    expect(await short(await ask('tigergraph', '/gsql/v1/statements', SOCIAL_SCHEMA))).toContain('social');
  };
  afterEach(async () => {
    for (const answer of slow.splice(0)) answer.destroy();
    await workspace.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (user: string, path: string, body: string): Promise<IncomingMessage> => {
    const headers = { ...gatewayHeaders(user, 'superuser'), 'content-type': 'text/plain' };
    const sent = request({ socketPath: workspace.origin, path, method: 'POST', headers, agent: false });
    sent.on('error', () => undefined).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    return answer;
  };
  /** Reads the beginning of what was asked for, after the lines that come before it, and no further. */
  const begin = async (answer: IncomingMessage): Promise<void> => {
    slow.push(answer);
    for (let bytes = 0; bytes < 1000;) {
      const part = answer.read() as Buffer | null;
      if (part === null) await once(answer, 'readable');
      else bytes += part.length;
    }
  };
  /** The beginning of an answer. */
  const short = async (answer: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const part of answer) text += String(part).slice(0, 1000 - text.length);
    return text;
  };
  const PATHS = [
    ['/gsql/v1/statements', MUCH],
    ['/api/gsql-command', JSON.stringify({ command: MUCH })],
  ] as const;
  const TOO_MANY = 'Too many large answers wait';

  it.each(PATHS)('are only so many at %s, and others get theirs', async (path, body) => {
    await start(600_000);
    await begin(await ask('tigergraph', path, body));
    await expect.poll(async () => short(await ask('tigergraph', path, body)), SOON).toContain(TOO_MANY);
    // Another person has room for one, and a person who waits for a large answer still has room for a small one.
    expect(await short(await ask('admin@acacia.local', path, body))).toContain('0123456789abcde');
    expect(await short(await ask('tigergraph', '/gsql/v1/statements', 'LS'))).toContain('person');
    // Abandoned answers release their memory.
    for (const answer of slow) answer.destroy();
    await expect.poll(async () => short(await ask('tigergraph', path, body)), SOON).not.toContain(TOO_MANY);
  });

  it.each(PATHS)('are given up at %s where nothing of them is taken for a while', async (path, body) => {
    await start(100);
    const untaken = await ask('tigergraph', path, body);
    await begin(untaken);
    // Its client took nothing; giving it up makes room.
    await expect.poll(async () => short(await ask('tigergraph', path, body)), SOON).not.toContain(TOO_MANY);
    await expect(short(untaken)).rejects.toThrow('aborted');
  });

  it('are waited for as long as some of them is taken, and so is what takes long to answer', async () => {
    await start(300);
    const [path, body] = PATHS[0];
    const answer = await ask('tigergraph', path, body);
    let bytes = 0;
    for await (const part of answer) {
      bytes += (part as Buffer).length;
      await delay(50);
    }
    expect(bytes).toBeGreaterThan(700_000);
    const long = 'INTERPRET QUERY () FOR GRAPH social { WHILE TRUE DO INT x = 1; END; }';
    const headers = { ...gatewayHeaders('tigergraph', 'superuser'), 'gsql-timeout': '1000' };
    const sent = request({
      socketPath: workspace.origin,
      path: '/gsql/v1/queries/interpret',
      method: 'POST',
      headers,
      agent: false,
    });
    sent.end(long);
    const [refused] = (await once(sent, 'response')) as [IncomingMessage];
    expect(refused.statusCode).toBe(504);
    expect(await short(refused)).toContain('"error":true');
  });
});
