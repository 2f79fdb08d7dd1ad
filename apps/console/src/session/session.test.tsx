import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSession } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

const seconds = () => Math.floor(Date.now() / 1000);

/** A session over answers of the cloud, in order. */
function sessionOver(...answers: readonly [number, unknown][]) {
  const fetched = vi.fn(() => {
    const [status, body] = answers[Math.min(fetched.mock.calls.length, answers.length) - 1] ?? [500, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetched);
  const leave = vi.fn();
  return { session: createSession(leave), fetched, leave };
}
const token = (access_token: string, ends: number) => ({
  access_token,
  expires_at: seconds() + ends,
  signed_in_at: Date.now(),
});

describe('the access token', () => {
  it('is asked for once, by all who want it at the same time, and kept in memory alone', async () => {
    const { session, fetched } = sessionOver([200, token('one', 600)]);
    expect(await Promise.all([session.getToken(), session.getToken()])).toEqual(['one', 'one']);
    expect(await session.getToken()).toBe('one');
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(session.isFresh()).toBe(true);
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  });

  it('is renewed shortly before it ends, and used up while the cloud is away', async () => {
    const { session } = sessionOver([200, token('one', 30)], [200, token('two', 30)], [503, {}]);
    expect(await session.getToken()).toBe('one');
    expect(await session.getToken()).toBe('two');
    expect(await session.getToken()).toBe('two');
  });

  it('is none when the browser is signed out, and a fault when the cloud is away', async () => {
    expect(await sessionOver([401, {}]).session.getToken()).toBeNull();
    await expect(sessionOver([503, {}]).session.getToken()).rejects.toMatchObject({ status: 0 });
  });
});

it('signs in at the cloud, with the way back, and goes where signing out leads', async () => {
  const { session, leave } = sessionOver([200, { location: 'https://id.example/end' }]);
  await session.signIn('/groups/g1?tab=databases');
  expect(leave).toHaveBeenLastCalledWith('/session/sign-in?return_to=%2Fgroups%2Fg1%3Ftab%3Ddatabases');
  await session.signOut();
  expect(leave).toHaveBeenLastCalledWith('https://id.example/end');
});
