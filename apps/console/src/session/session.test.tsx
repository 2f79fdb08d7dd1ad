import { afterEach, describe, expect, it, vi } from 'vitest';
import { CloudError } from '@acacia/api-client';
import { createSession } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const seconds = () => Math.floor(Date.now() / 1000);

/** A session over answers of the cloud, in order. */
function sessionOver(...answers: readonly [number, unknown][]) {
  const fetched = vi.fn((_path: string) => {
    const [status, body] = answers[Math.min(fetched.mock.calls.length, answers.length) - 1] ?? [500, {}];
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetched);
  const leave = vi.fn();
  return { session: createSession(leave), fetched, leave };
}
const token = (access_token: string, ends: number, org_id: string | null = null) => ({
  access_token,
  expires_at: seconds() + ends,
  org_id,
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

  it('is none when nobody has signed in, asked for once, and a fault when the cloud is away', async () => {
    const { session, fetched } = sessionOver([401, {}]);
    expect(await session.getToken()).toBeNull();
    expect(await session.getToken()).toBeNull();
    expect([session.hasEnded(), fetched.mock.calls.length]).toEqual([false, 1]);
    await expect(sessionOver([503, {}]).session.getToken()).rejects.toMatchObject({ status: 0 });
  });
});

it.each([
  ['a proxy’s page', 'Sign in to the hotel’s network'],
  ['another version', { access_token: 'one' }],
])('tells of an answer that it cannot read in a sentence, not in its own terms: %s', async (_, answer) => {
  const fault = await sessionOver([200, answer])
    .session.getToken()
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(CloudError);
  expect(String(fault)).toMatch(/The answer of the server could not be read\. /);
});

describe('the organisation', () => {
  const paths = ({ fetched }: ReturnType<typeof sessionOver>) => fetched.mock.calls.map(([path]) => path);

  it('is of the tab: its tokens are asked for the one that it has begun in', async () => {
    const over = sessionOver([200, token('one', 30, 'o1')], [200, token('two', 600, 'o1')]);
    await over.session.getToken();
    await over.session.getToken();
    expect(paths(over)).toEqual(['/session/token', '/session/token?org=o1']);
    expect(localStorage.length).toBe(0);
  });

  it('is another one from the next load on', async () => {
    const over = sessionOver([200, token('one', 600, 'o1')], [204, null]);
    await over.session.getToken();
    await over.session.enterOrganization('o2', '/');
    expect(over.leave).toHaveBeenCalledWith('/');
    expect(paths(over).at(-1)).toBe('/session/organization?org=o2');
    const next = sessionOver([200, token('two', 600, 'o2')]);
    await next.session.getToken();
    expect(paths(next)).toEqual(['/session/token?org=o2']);
  });

  it('that is not the person’s is not entered, and the page stays', async () => {
    const over = sessionOver([200, token('one', 600, 'o1')], [403, { Message: 'You do not belong to it.' }]);
    await over.session.getToken();
    await expect(over.session.enterOrganization('o2', '/')).rejects.toThrow('You do not belong to it.');
    expect(over.leave).not.toHaveBeenCalled();
    expect(await over.session.getToken()).toBe('one');
  });

  it('is not entered once the session has ended, which the page says', async () => {
    const over = sessionOver([200, token('one', 600, 'o1')], [401, {}]);
    await over.session.getToken();
    await over.session.enterOrganization('o2', '/');
    expect([over.session.hasEnded(), over.leave.mock.calls]).toEqual([true, []]);
  });

  it('that the person has left is left by the page, and forgotten at its next load', async () => {
    const over = sessionOver([200, token('one', 30, 'o1')], [403, {}]);
    await over.session.getToken();
    void over.session.getToken();
    await vi.waitFor(() => expect(over.leave).toHaveBeenCalledWith('/'), { timeout: 30_000 });
    sessionStorage.setItem('acacia.organization', 'o1');
    const next = sessionOver([403, {}], [200, token('two', 600, 'o2')]);
    expect(await next.session.getToken()).toBe('two');
    expect(paths(next)).toEqual(['/session/token?org=o1', '/session/token']);
    expect(next.leave).not.toHaveBeenCalled();
  });

  it('is forgotten with the sign-out', async () => {
    const over = sessionOver([200, token('one', 600, 'o1')], [200, { location: '/' }]);
    await over.session.getToken();
    await over.session.signOut();
    expect(sessionStorage.length).toBe(0);
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
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true), { timeout: 30_000 });
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
    await vi.waitFor(() => expect(session.hasEnded()).toBe(true), { timeout: 30_000 });
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
