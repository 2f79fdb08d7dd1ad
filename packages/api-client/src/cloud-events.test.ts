import type { CloudEvent } from '@acacia/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { createEvents } from './cloud-events.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A stream that the test writes to, piece by piece. */
function stream() {
  let give: ReadableStreamDefaultController<Uint8Array> | undefined;
  const cancelled = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (give = controller),
    cancel: cancelled,
  });
  const write = (text: string) => give?.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(body),
    write,
    cancelled,
    close: () => give?.close(),
    cut: () => give?.error(new TypeError('terminated')),
  };
}

function listen(answers: (Response | Error)[], tokens = ['t1', 't2']) {
  const fetched = vi.fn((_url: string, _init: { readonly headers: Record<string, string> }) => {
    const next = answers.shift();
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('no answer'));
  });
  vi.stubGlobal('fetch', fetched);
  const events: (CloudEvent | 'connected')[] = [];
  const leave = new AbortController();
  const read = createEvents('/api', () => Promise.resolve(tokens.shift() ?? null));
  const done = read(
    { connected: () => events.push('connected'), event: (event) => events.push(event) },
    leave.signal,
  );
  return { events, done, leave, fetched };
}

const event = (workspace_id: string) => ({ kind: 'workspace', workgroup_id: 'g1', workspace_id });
const written = (id: string) => `event: change\ndata: ${JSON.stringify(event(id))}\n\n`;

it('gives each event, however its bytes come', async () => {
  const { response, write, close } = stream();
  const { events, done, fetched } = listen([response]);
  const text = `: connected\n\n${written('wä1')}: still here\n\n${written('w2')}`;
  for (const byte of new TextEncoder().encode(text)) write(String.fromCharCode(byte));
  write(written('w3'));
  close();
  await done;
  expect(events.slice(0, 1)).toEqual(['connected']);
  expect(events.slice(-2)).toEqual([event('w2'), event('w3')]);
  expect(fetched.mock.calls[0]?.[1].headers['authorization']).toBe('Bearer t1');
});

it('asks for another token once where one is refused', async () => {
  const { response, close } = stream();
  const { done, fetched } = listen([new Response('{}', { status: 401 }), response]);
  close();
  await done;
  expect(fetched.mock.calls.map(([, { headers }]) => headers['authorization'])).toEqual([
    'Bearer t1',
    'Bearer t2',
  ]);
});

it('says what it was refused with, and that nobody answers', async () => {
  const envelope = {
    Error: true,
    Message: 'Too many requests.',
    ErrorDetails: [],
    RequestID: 'r',
    Result: null,
  };
  const refused = new Response(JSON.stringify(envelope), { status: 429 });
  await expect(listen([refused]).done).rejects.toMatchObject({ status: 429, message: 'Too many requests.' });
  const proxy = new Response('<html>', { status: 502 });
  await expect(listen([proxy]).done).rejects.toMatchObject({ status: 502 });
  await expect(listen([new TypeError('Failed to fetch')]).done).rejects.toMatchObject({ status: 0 });
});

it('ends where the network cuts it, where its reader leaves, and where nothing is heard any more', async () => {
  const first = stream();
  const cut = listen([first.response]);
  await vi.waitFor(() => expect(cut.events).toEqual(['connected']));
  first.cut();
  await cut.done;

  const second = stream();
  const left = listen([second.response]);
  await vi.waitFor(() => expect(left.events).toEqual(['connected']));
  left.leave.abort();
  await left.done;
  expect(second.cancelled).toHaveBeenCalled();

  vi.useFakeTimers();
  const third = stream();
  const silent = listen([third.response]);
  await vi.advanceTimersByTimeAsync(44_000);
  third.write(': still here\n\n');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(third.cancelled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  await silent.done;
  expect(third.cancelled).toHaveBeenCalled();
});
