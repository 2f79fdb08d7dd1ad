/** What every call shares: limits of the body, compression. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { CONNECTIONS } from '@acacia/contract';
import { expect, it } from 'vitest';
import { SOCIAL_SCHEMA, startTestWorkspace } from './test-support.ts';

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
      ['PUT', '/api/data-files/%00', 'x', 400],
      ['POST', '/gsql/v1/loading-jobs/run?graph=social', '[{"name": "toString"}]', 404],
      ['PATCH', '/restpp/graph/social', '{}', 404],
    ] as const;
    for (const [method, path, body, status] of requests) {
      const answer = await workspace.call(method, path, { body });
      expect(answer, `${method} ${path}`).toMatchObject({ status, json: { error: true } });
      expect(answer.json['message']).not.toBe('');
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
    expect((await workspace.call('GET', '/gsql/v1/version')).json['message']).toContain('release_4.2.0_');
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
