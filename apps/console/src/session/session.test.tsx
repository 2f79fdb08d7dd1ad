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
});
const same = () => Promise.resolve(true);

describe('the access token', () => {
  it('is asked for once, by all who want it at the same time, and kept in memory alone', async () => {
    const { session, fetched } = sessionOver([200, token('one', 600)]);
    expect(await Promise.all([session.getToken(), session.getToken()])).toEqual(['one', 'one']);
    expect(await session.getToken()).toBe('one');
    expect(fetched).toHaveBeenCalledTimes(1);
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  });

  it('is renewed shortly before it ends, and used up while the cloud is away', async () => {
    const { session } = sessionOver([200, token('one', 30)], [200, token('two', 30)], [503, {}]);
    expect(await session.getToken()).toBe('one');
    expect(await session.getToken()).toBe('two');
    expect(await session.getToken()).toBe('two');
  });

  it('is asked for anew when a server has refused it, once for all that were refused', async () => {
    const { session, fetched } = sessionOver([200, token('one', 600)], [200, token('two', 600)]);
    await session.getToken();
    expect(await session.getToken('one')).toBe('two');
    expect(await session.getToken('one')).toBe('two');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('is none when nobody has signed in, and a fault when the cloud is away', async () => {
    const { session } = sessionOver([401, {}]);
    expect(await session.getToken()).toBeNull();
    expect(session.hasEnded()).toBe(false);
    await expect(sessionOver([503, {}]).session.getToken()).rejects.toMatchObject({ status: 0 });
  });
});

describe('a session that has ended on an open page', () => {
  it('lets calls wait until the person has signed in again', async () => {
    const { session, leave } = sessionOver(
      [200, token('one', 600)],
      [401, {}],
      [401, {}],
      [200, token('two', 600)],
    );
    const heard = vi.fn();
    session.onEnd(heard);
    await session.getToken();
    const answered = vi.fn();
    const waits = [session.getToken('one'), session.getToken()].map((call) => call.then(answered));
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true));
    await session.resume(same);
    expect([session.hasEnded(), answered.mock.calls.length]).toEqual([true, 0]);
    await session.resume(same);
    await Promise.all(waits);
    expect(answered.mock.calls).toEqual([['two'], ['two']]);
    expect([session.hasEnded(), heard.mock.calls.length, leave.mock.calls.length]).toEqual([false, 2, 0]);
  });

  it('starts anew for somebody else, and sends nothing of the person before', async () => {
    const { session, leave } = sessionOver([200, token('one', 600)], [401, {}], [200, token('other', 600)]);
    await session.getToken();
    const answered = vi.fn();
    void session.getToken('one').then(answered);
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true));
    await session.resume(() => Promise.resolve(false));
    expect(leave).toHaveBeenCalledWith('/');
    void session.getToken().then(answered);
    await Promise.resolve();
    expect(answered).not.toHaveBeenCalled();
  });
});

it('signs in at the cloud, with the way back', async () => {
  const { session, leave } = sessionOver([401, {}]);
  await session.signIn('/groups/g1?tab=databases');
  expect(leave).toHaveBeenLastCalledWith('/session/sign-in?return_to=%2Fgroups%2Fg1%3Ftab%3Ddatabases');
});

it('goes where signing out leads, and is no ended session meanwhile', async () => {
  const { session, leave } = sessionOver(
    [200, token('one', 600)],
    [200, { location: 'https://id.example/end' }],
    [401, {}],
  );
  await session.getToken();
  const end = session.signOut();
  void session.getToken('one');
  await end;
  expect(leave).toHaveBeenLastCalledWith('https://id.example/end');
  expect(session.hasEnded()).toBe(false);
});

it('stays on the page when the sign-out did not reach the cloud', async () => {
  const { session } = sessionOver([200, token('one', 600)]);
  await session.getToken();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await expect(session.signOut()).rejects.toMatchObject({ status: 0 });
  expect(await session.getToken()).toBe('one');
});
