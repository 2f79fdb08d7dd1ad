import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../../identity/person.ts';
import { createEventStream, HEARTBEAT_MS } from './stream.ts';

const ACTOR: Actor = {
  userId: 'u1',
  email: 'ada@example.org',
  name: 'Ada',
  orgId: 'o1',
  membershipId: 'm1',
  grants: [{ name: 'org-admins', workgroup_id: null, workspace_id: null }],
  kind: 'person',
  sid: 's1',
  isElsewhere: false,
  hasSecondFactor: false,
  lacksSecondFactor: false,
  hasProvenEmail: true,
  operator: [],
};
const told = (workspace: string) => ({ kind: 'workspace', org: 'o1', workgroup: 'g1', workspace }) as const;

/** Lets everything that is due within some milliseconds happen. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function open(look: () => Promise<Actor> = () => Promise.resolve(ACTOR)) {
  const stream = createEventStream(look, ACTOR);
  const seen: string[] = [];
  const follow = () => stream.readable.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
  const close = vi.fn();
  stream.readable.on('close', close);
  return { stream, seen, follow, close };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends what is told together, and the same once', async () => {
  const { stream, seen, follow } = open();
  follow();
  await pass(0);
  for (const id of ['w1', 'w2', 'w1']) stream.tell(told(id));
  await pass(1_000);
  expect(seen).toEqual([
    ': connected\n\n',
    ['w1', 'w2']
      .map((id) => `event: change\ndata: {"kind":"workspace","workgroup_id":"g1","workspace_id":"${id}"}\n\n`)
      .join(''),
  ]);
  stream.end();
});

it('gives a sign of life, and ends once the token is good no longer', async () => {
  const look = vi.fn(() => Promise.resolve(ACTOR));
  const { seen, follow, close } = open(look);
  follow();
  await pass(HEARTBEAT_MS + 1);
  expect(seen.at(-1)).toBe(': still here\n\n');
  expect(close).not.toHaveBeenCalled();
  look.mockRejectedValue(new Error('expired'));
  await pass(HEARTBEAT_MS + 1);
  expect(close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('ends where the person works in another organization', async () => {
  const { stream, seen, follow, close } = open(() => Promise.resolve({ ...ACTOR, orgId: 'o2' }));
  follow();
  stream.tell(told('w1'));
  await pass(1_000);
  expect(seen.join('')).not.toContain('w1');
  expect(close).toHaveBeenCalledOnce();
});

it('holds little for a client that does not read, and lets it go', async () => {
  const { stream, close } = open();
  for (let second = 0; second < 5; second += 1) {
    for (let n = 0; n < 300; n += 1) stream.tell(told(`w${n}`));
    await pass(1_000);
  }
  // Node's own buffer is full by then: nothing more is added to it.
  const held = stream.readable.readableLength;
  for (let n = 0; n < 300; n += 1) stream.tell(told(`w${n}`));
  await pass(1_000);
  expect(stream.readable.readableLength).toBe(held);
  await pass(3 * HEARTBEAT_MS + 1);
  expect(close).toHaveBeenCalledOnce();
});

it('ends where more waits than a client needs to know one by one', async () => {
  const { stream, follow, close } = open();
  follow();
  for (let n = 0; n <= 500; n += 1) stream.tell(told(`w${n}`));
  await pass(0);
  expect(close).toHaveBeenCalledOnce();
});
