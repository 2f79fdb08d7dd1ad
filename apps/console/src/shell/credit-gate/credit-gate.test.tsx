import { CloudError } from '@acacia/api-client';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anOverview, aUsage, someDetails } from '../../testing/billing-records.ts';
import { aBillingStatus, anAdmin, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

const TITLE = 'Oops! Your Credit Balance is Exhausted!';
const GATED = aBillingStatus({ payment_method: 'STRIPE', gated: true });

const open = (path: string, more: Answers = {}) =>
  renderConsole(
    path,
    aCloud([aWorkgroup()], {
      getBillingStatus: () => GATED,
      getBillingOverview: () => anOverview(),
      getBillingUsage: () => aUsage(),
      getInvoice: () => someDetails(),
      ...more,
    }),
  );
const askedIn = (calls: ReturnType<typeof open>['calls']): number =>
  calls.filter(({ call }) => call === 'getBillingStatus').length;

it('stands in place of a page, with a way to a card and to support, and asks once', async () => {
  const { router, calls } = open('/groups/g1');
  expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'General' })).toBeNull();
  expect(document.title).toBe(`${TITLE} · Acacia`);
  expect(screen.getByRole('link', { name: 'Add Credit Card' }).getAttribute('href')).toBe(
    '/admin/bills?addCreditCard=true&tab=PaymentMethods',
  );
  // The organisation can be changed, and the way out stays.
  expect(screen.getByRole('button', { name: /Organization menu/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Contact Support' }));
  expect(await screen.findByRole('dialog', { name: 'Contact support' })).toBeTruthy();
  await router.navigate({ to: '/groups' });
  expect(screen.getByRole('heading', { level: 1, name: TITLE })).toBeTruthy();
  expect(askedIn(calls)).toBe(1);
});

it('spares the page of bills and the guides', async () => {
  const { router } = open('/');
  await screen.findByRole('heading', { name: TITLE });
  await router.navigate({ to: '/admin/bills' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  await router.navigate({ to: '/guides/$guide', params: { guide: 'gsql' } });
  expect(await screen.findByRole('heading', { level: 1, name: /GSQL/ })).toBeTruthy();
  await router.navigate({ to: '/' });
  expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy();
});

it('says whom to ask to those who cannot add a card', async () => {
  const roles = [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }];
  open('/', { getMe: () => ({ ...anAdmin, roles }) });
  await screen.findByRole('heading', { name: TITLE });
  expect(
    await screen.findByText(
      'Ask an organization admin or billing admin of Acacia Labs to add a credit card. Your data is safe.',
    ),
  ).toBeTruthy();
  const main = within(screen.getByRole('main'));
  expect(main.queryByText('Add Credit Card')).toBeNull();
  expect(main.getByRole('button', { name: 'Contact Support' })).toBeTruthy();
});

it('is asked for again when a call is refused for a quota, and goes when the answer changes', async () => {
  let gated = false;
  const { calls, queryClient } = open('/groups/g1', {
    getBillingStatus: () => ({ ...GATED, gated }),
  });
  await screen.findByRole('tab', { name: 'General' });
  await waitFor(() => expect(askedIn(calls)).toBe(1));
  gated = true;
  const refused = new CloudError(403, 'The credits are used up.', [
    { FieldName: '', Reason: 'The credits are used up.', Type: 'Quota-Exceed' },
  ]);
  const mutationFn = () => Promise.reject(refused);
  await expect(
    queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined),
  ).rejects.toBe(refused);
  expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy();
  gated = false;
  await queryClient.invalidateQueries({ queryKey: ['billing'] });
  expect(await screen.findByRole('tab', { name: 'General' })).toBeTruthy();
});

it('does not come while the status cannot be read', async () => {
  const { calls } = open('/groups/g1', {
    getBillingStatus: () => {
      throw new Refused('The database is away.', 'Internal-Error');
    },
  });
  await screen.findByRole('tab', { name: 'General' });
  await waitFor(() => expect(askedIn(calls)).toBe(1));
  expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
});
