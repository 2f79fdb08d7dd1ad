import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ASSOCIATION, pendingArrival, takeArrival } from '../../data/marketplace.ts';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, anOrganization, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

/** Opens the address to which the control plane leads. */
function arrive(fragment = 'provider=aws&token=a%2Bb'): void {
  window.history.replaceState(null, '', `${ASSOCIATION}#${fragment}`);
  takeArrival();
}
const RECORDED = {
  provider: 'aws',
  status: 'pending',
  creator: 'ada@x.y',
  created_at: '2026-11-20T12:00:00.000Z',
};
const cloudOf = (more: Answers = {}) =>
  aCloud([aWorkgroup()], {
    associateMarketplace: () => RECORDED,
    listMarketplaceSubscriptions: () => [],
    ...more,
  });

it('is taken out of the address at once, and kept for a day until the person has signed in', async () => {
  arrive();
  expect(window.location.href).not.toContain('token');
  const { signIn } = renderConsole(ASSOCIATION, cloudOf(), false);
  await waitFor(() => expect(signIn).toHaveBeenCalledWith(ASSOCIATION));
  expect(pendingArrival()).toMatchObject({ provider: 'aws', token: 'a+b' });
  vi.useFakeTimers();
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(pendingArrival()).toBeUndefined();
  expect(localStorage.getItem('acacia.marketplace')).toBeNull();
});

it('comes after the terms, before the page that was wanted, and is recorded by a click', async () => {
  arrive();
  const { router, calls } = renderConsole('/groups/g1', cloudOf());
  await screen.findByRole('heading', { name: 'Associate a subscription' });
  expect(router.state.location.href).toContain(`${ASSOCIATION}?return_to=%2Fgroups%2Fg1`);
  expect(screen.getByRole('heading', { name: anOrganization.org_display_name })).toBeTruthy();
  expect(calls.map(({ call }) => call)).not.toContain('associateMarketplace');
  await userEvent.click(screen.getByRole('button', { name: 'Associate' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
  expect(calls.find(({ call }) => call === 'associateMarketplace')).toMatchObject({
    ids: ['aws'],
    body: { token: 'a+b' },
  });
  expect(pendingArrival()).toBeUndefined();
});

it('says why it was refused, stays, and can be left', async () => {
  arrive();
  const refuse = () => {
    throw new Refused('The subscription belongs to another organization here.', 'Conflict', 'token');
  };
  const { router } = renderConsole('/', cloudOf({ associateMarketplace: refuse }));
  await userEvent.click(await screen.findByRole('button', { name: 'Associate' }));
  expect(await screen.findByText('The subscription belongs to another organization here.')).toBeTruthy();
  expect(pendingArrival()).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Do not associate' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(pendingArrival()).toBeUndefined();
});

it('is for administrators', async () => {
  arrive();
  renderConsole('/', cloudOf({ getMe: () => ({ ...anAdmin, roles: [] }) }));
  expect(await screen.findByText('For administrators')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Associate' })).toBeNull();
});

it.each(['provider=ibm&token=a', 'provider=aws', 'provider=aws&token=a%20b', 'x'])(
  'is none where the address holds no subscription: %s',
  async (fragment) => {
    arrive(fragment);
    expect(window.location.hash).toBe('');
    renderConsole(ASSOCIATION, cloudOf());
    expect(await screen.findByRole('heading', { name: 'No subscription to associate' })).toBeTruthy();
  },
);
