import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { uploadInParts } from './upload-parts.ts';
import { unreachable, WorkspaceError } from './workspace-error.ts';
import { createTransport, type Transport } from './workspace-transport.ts';

const PLAN = { partBytes: 4, pauseMs: 0 };
const CONTENT = 'one two three four five';

/** A workspace that takes parts, whose calls fail as `cuts` says: by the number of the call, before or after it. */
function takesParts(cuts: Readonly<Record<number, 'before' | 'after' | Error>>) {
  const sent: string[] = [];
  let taken = '';
  let calls = 0;
  const cut = async (work: () => Promise<unknown>): Promise<unknown> => {
    const how = cuts[++calls];
    if (how instanceof Error) throw how;
    if (how === 'before') throw unreachable();
    const answer = await work();
    if (how === 'after') throw unreachable();
    return { error: false, message: '', results: answer };
  };
  const unused = (): Promise<never> => Promise.reject(new Error('It is not used.'));
  const transport: Transport = {
    response: unused,
    text: unused,
    upload: (path, part) =>
      cut(async () => {
        const [, offset = '', hash = ''] = /\/(\d+)\/([0-9a-f]{64})$/.exec(path) ?? [];
        expect(hash).not.toBe('');
        sent.push(offset);
        taken = taken.slice(0, Number(offset)) + (await part.text());
        return { received: taken.length };
      }),
    json: ({ method, json }) =>
      cut(() =>
        Promise.resolve(
          method === 'POST'
            ? { ...(json as object), path: 'f.csv', modifiedAt: '2026-01-31T00:00:00Z' }
            : { received: taken.length },
        ),
      ),
  };
  return { transport, sent, taken: () => taken };
}

it('sends a file through three cuts of the line, and no part twice that arrived', async () => {
  // The second call fails before its part is there, the next answer and the question after it are lost.
  const workspace = takesParts({ 2: 'before', 5: 'after', 6: 'before', 7: 'before' });
  const shares: number[] = [];
  const onProgress = (bytes: number): number => shares.push(bytes);
  const file = await uploadInParts(workspace.transport, 'f.csv', new Blob([CONTENT]), { onProgress }, PLAN);
  expect(file).toMatchObject({ name: 'f.csv', size: CONTENT.length });
  expect(workspace.taken()).toBe(CONTENT);
  expect(shares.at(-1)).toBe(CONTENT.length);
  expect(workspace.sent.filter((offset) => offset === '0')).toHaveLength(1);
});

it('ends at a refusal that no waiting changes, and when it is cancelled', async () => {
  const refused = takesParts({ 2: new WorkspaceError(413, '', `The file is too large (${randomUUID()}).`) });
  await expect(uploadInParts(refused.transport, 'f', new Blob([CONTENT]), {}, PLAN)).rejects.toThrow(
    'too large',
  );
  expect(refused.sent).toHaveLength(1);
  const cancelled = takesParts({ 1: 'before' });
  const signal = AbortSignal.abort();
  await expect(
    uploadInParts(cancelled.transport, 'f', new Blob([CONTENT]), { signal }, PLAN),
  ).rejects.toThrow('cannot be reached');
});

it('goes on after a line that was cut outside of a browser', async () => {
  let puts = 0;
  const server = createServer((request, response) => {
    const isCut = request.method === 'PUT' && (puts += 1) === 1;
    if (isCut) return void request.socket.destroy();
    request.resume().on('end', () => {
      const results =
        request.method === 'POST'
          ? { name: 'f.csv', size: 4, modifiedAt: '', path: 'f.csv' }
          : { received: puts === 1 ? 0 : 4 };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ error: false, message: '', results }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createTransport(origin, () => Promise.resolve(null));
  const file = await uploadInParts(transport, 'f.csv', new Blob(['text']), {}, PLAN);
  expect([file.name, puts]).toEqual(['f.csv', 2]);
});
