import type { AllowedIp } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { aWorkgroup } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../../testing/render-console.tsx';

const office: AllowedIp = {
  id: 'r1',
  cidr: '192.0.2.0/24',
  note: 'Office',
  created_at: '2026-11-20T12:00:00.000Z',
  creator: 'admin@acacia.local',
};

function open(answers: Answers = {}, group = aWorkgroup()) {
  return renderConsole(
    '/groups/g1?tab=network_access',
    aCloud([group], {
      listAllowedIps: () => [office],
      getCurrentIp: () => ({ ip: '203.0.113.7', allowed: group.is_current_ip_allowed }),
      ...answers,
    }),
  );
}

it('adds the person’s own address with a note', async () => {
  const { calls } = open({ addAllowedIp: () => office });
  await userEvent.click(await screen.findByRole('button', { name: 'Add allowed IP' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add allowed IP' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getAllByText('required')).toHaveLength(2);
  await waitFor(() =>
    expect(
      dialog.getByRole<HTMLButtonElement>('button', { name: 'Add my current IP address' }).disabled,
    ).toBe(false),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Add my current IP address' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'Home');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Successfully added allowed IP.')).toBeTruthy();
  expect(calls.find(({ call }) => call === 'addAllowedIp')?.body).toEqual({
    cidr: '203.0.113.7/32',
    note: 'Home',
  });
});

it('shows what the server says of a range at its field, and keeps what was typed', async () => {
  open({
    addAllowedIp: () => {
      throw new Refused("'here' is not a range of addresses", 'Bad-Request', 'cidr');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add allowed IP' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'IP Range' }), 'here');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'Home');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText("'here' is not a range of addresses")).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'IP Range' }).value).toBe('here');
});

it('warns before the person locks themselves out, and does it when they insist', async () => {
  const { calls } = open({
    enableAllowList: ({ body }) => {
      if ((body as { accept_lockout: boolean }).accept_lockout) return {};
      throw new Refused('Your own address 203.0.113.7 would not be allowed', 'Conflict', 'accept_lockout');
    },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /IP allow list/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'You would lock yourself out' }));
  expect(dialog.getByText(/203.0.113.7 would not be allowed/)).toBeTruthy();
  const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Lock me out' });
  expect(go.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(go);
  await waitFor(() =>
    expect(calls.filter(({ call }) => call === 'enableAllowList').map(({ body }) => body)).toEqual([
      { accept_lockout: false },
      { accept_lockout: true },
    ]),
  );
});

it('deletes a range after saying whom it shuts out', async () => {
  const { calls } = open({ deleteAllowedIp: () => ({}) }, aWorkgroup({ enable_allow_list: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 192.0.2.0/24' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 192.0.2.0/24?' }));
  expect(dialog.getByText(/Whoever comes from 192.0.2.0\/24 \(Office\)/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls.some(({ call }) => call === 'deleteAllowedIp')).toBe(true));
});

it('tells a person who is shut out which address is theirs', async () => {
  open({}, aWorkgroup({ enable_allow_list: true, is_current_ip_allowed: false }));
  expect(
    await screen.findByText(/Your IP 203.0.113.7 is not allowed to access workspace data in the group\./),
  ).toBeTruthy();
});
