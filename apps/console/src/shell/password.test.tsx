import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { Refused, renderConsole } from '../testing/render-console.tsx';
import { windowOf } from '../testing/window-width.ts';

it('changes the password: refuses what is wrong at its field, sends the rest, and says what became of it', async () => {
  const { calls } = renderConsole('/guides', {
    ...aCloud([]),
    changeMyPassword: ({ body }) => {
      if ((body as { current_password: string }).current_password === 'acacia') return {};
      throw new Refused('This is not your password.', 'Bad-Request', 'current_password');
    },
  });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: /^Organization menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  const current = await screen.findByLabelText('Current password');
  const send = () => user.click(screen.getByRole('button', { name: 'Change password' }));
  await user.type(current, 'wrong');
  await user.type(screen.getByLabelText('New password'), 'acaciaacacia');
  await user.type(screen.getByLabelText('New password again'), 'acacia');
  await send();
  expect(await screen.findByText(/among the first that are guessed/)).toBeTruthy();
  expect(screen.getByText('The two passwords are not the same.')).toBeTruthy();
  expect(calls.filter(({ call }) => call === 'changeMyPassword')).toEqual([]);
  for (const label of ['New password', 'New password again']) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), 'correct horse battery');
  }
  await send();
  expect(await screen.findByText('This is not your password.')).toBeTruthy();
  await user.clear(current);
  await user.type(current, 'acacia');
  await send();
  expect(await screen.findByText(/Your other sessions are signed out/)).toBeTruthy();
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

it('keeps what was typed when the window becomes as narrow as a phone', async () => {
  const resize = windowOf(1280);
  renderConsole('/guides', aCloud([]));
  await userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  await userEvent.type(await screen.findByLabelText('Current password'), 'acacia');
  resize(390);
  expect(await screen.findByRole('button', { name: 'Open menu', hidden: true })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('acacia');
});
