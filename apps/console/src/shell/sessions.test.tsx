import type { UserSession } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { Refused, renderConsole, type Answers } from '../testing/render-console.tsx';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const aSession = (session_id: string, agent: string, more: Partial<UserSession> = {}): UserSession => ({
  session_id,
  agent,
  is_current: false,
  address: '192.0.2.7',
  create_time: ago(60 * 24 * 3),
  last_seen_time: ago(10),
  ...more,
});
const HERE = aSession('s1', 'Firefox on Linux', { is_current: true });
const PHONE = aSession('s2', 'Safari on iPhone');
const TOKEN = aSession('s3', 'Command line of the server', { address: '' });

async function open(answers: Answers) {
  const { calls } = renderConsole('/guides', { ...aCloud([]), ...answers });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: /^Organization menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sessions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sessions' }));
  const rows = async () => (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
  return { calls, user, dialog, rows };
}

it('lists where the person is signed in, and ends one, and all others', async () => {
  let left = [HERE, PHONE, TOKEN];
  const { calls, user, dialog, rows } = await open({
    listMySessions: () => left,
    endMySession: ({ ids }) => {
      left = left.filter(({ session_id }) => session_id !== ids[0]);
      return {};
    },
    endMyOtherSessions: () => {
      const ended = left.length - 1;
      left = [HERE];
      return { ended };
    },
  });
  expect(await rows()).toEqual([
    'Firefox on LinuxThis session192.0.2.7, since 3 days ago',
    'Safari on iPhone192.0.2.7, since 3 days ago, last seen 10 minutes agoSign out',
    'Command line of the serversince 3 days ago, last seen 10 minutes agoSign out',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Sign out of Safari on iPhone' }));
  expect(await screen.findByText('Safari on iPhone is signed out.')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByText('Safari on iPhone')).toBeNull());
  expect(calls.find(({ call }) => call === 'endMySession')?.ids).toEqual(['s2']);
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('One session is signed out.')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull());
  expect(await rows()).toHaveLength(1);
});

it('says why the list or an end failed, and shows what is left', async () => {
  let tries = 0;
  const { user, dialog } = await open({
    listMySessions: () => {
      tries += 1;
      if (tries === 1) throw new Refused('The database is away.', 'Unavailable');
      return tries === 2 ? [HERE, PHONE] : [HERE];
    },
    endMySession: () => {
      throw new Refused('There is no such session.', 'Not-Found');
    },
  });
  expect(await dialog.findByText(/The database is away\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await user.click(await dialog.findByRole('button', { name: 'Sign out of Safari on iPhone' }));
  expect(await screen.findByText('There is no such session.')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByText('Safari on iPhone')).toBeNull());
});
