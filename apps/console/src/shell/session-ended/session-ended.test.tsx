/** A session that ends on an open page, with the real session over a make-believe control plane. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { expect, it, vi } from 'vitest';
import { createSession } from '../../session/session.ts';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin } from '../../testing/records.ts';
import { Refused, renderConsole } from '../../testing/render-console.tsx';
import { tellSignedIn } from './signed-in-channel.ts';

/** The console with a password half typed, whose session then ends; `signIn` signs somebody in elsewhere. */
async function endedSession() {
  const at = { token: 'one' as string | null, me: anAdmin };
  const leave = vi.fn();
  const session = createSession(leave);
  const changeMyPassword = vi.fn(() => {
    if (at.token !== 'two') throw new Refused('You are signed out.', 'Unauthorized');
    return {};
  });
  const tokens = (): Promise<Response> => {
    const body = { access_token: at.token, expires_at: Date.now() / 1000 + 600, org_id: 'o1' };
    return Promise.resolve(new Response(JSON.stringify(body), { status: at.token === null ? 401 : 200 }));
  };
  vi.stubGlobal('fetch', tokens);
  await session.getToken();
  const answers = { ...aCloud([]), getMe: () => at.me, changeMyPassword };
  renderConsole('/guides', answers, true, undefined, session);
  const cloud = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.startsWith('/session/token') ? tokens() : cloud(url, init),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  for (const [label, text] of [
    ['Current password', 'acacia'],
    ['New password', 'correct horse battery'],
    ['New password again', 'correct horse battery'],
  ] as const) {
    await userEvent.click(await screen.findByLabelText(label));
    await userEvent.paste(text);
  }
  at.token = null;
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  return { at, leave, changeMyPassword };
}

it('is a dialog over the page; what was sent goes on after signing in elsewhere', async () => {
  const { at, leave, changeMyPassword } = await endedSession();
  const link = screen.getByRole('link', { name: 'Sign in again' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/session/sign-in?return_to=%2Fsigned-in',
    '_blank',
  ]);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('acacia');
  // Still signed out.
  fireEvent.focus(window);
  expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
  at.token = 'two';
  tellSignedIn();
  expect(await screen.findByText(/Your password is changed/)).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull();
  expect(changeMyPassword).toHaveBeenCalledTimes(2);
  expect(leave).not.toHaveBeenCalled();
});

it('gives way to a new page for somebody else, and sends nothing in their name', async () => {
  const { at, leave, changeMyPassword } = await endedSession();
  at.token = 'two';
  at.me = { ...anAdmin, id: 'u2' };
  tellSignedIn();
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  expect(changeMyPassword).toHaveBeenCalledTimes(1);
});
