import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  aCustomer,
  anInvoice,
  anOverview,
  aUsage,
  October,
  someCards,
  someDetails,
} from '../../testing/billing-records.ts';
import { aCloud } from '../../testing/cloud.ts';
import { aBillingStatus, anAdmin, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';
import { windowOf } from '../../testing/window-width.ts';

function open(search = '', more: Answers = {}) {
  return renderConsole(
    `/admin/bills${search}`,
    aCloud([aWorkgroup()], {
      getBillingOverview: () => anOverview(),
      getBillingUsage: () => aUsage(),
      listInvoices: () => [anInvoice(), October],
      getInvoice: () => someDetails(),
      listMarketplaceSubscriptions: () => [],
      ...more,
    }),
  );
}
const STRIPE: Answers = {
  getBillingStatus: () => aBillingStatus({ payment_method: 'STRIPE', status: 'active' }),
  listCreditCards: () => someCards(),
  getCustomer: () => aCustomer(),
};
const pay = (search = '', more: Answers = {}) => open(`?tab=PaymentMethods${search}`, { ...STRIPE, ...more });
const role = (name: 'billing-admins' | 'billing-viewers' | 'workgroup-admins'): Answers => ({
  getMe: () => ({
    ...anAdmin,
    roles: [{ name, workgroup_id: name === 'workgroup-admins' ? 'g1' : null, workspace_id: null }],
  }),
});
const asked = (calls: ReturnType<typeof open>['calls'], call: string) =>
  calls.filter((each) => each.call === call);
const valueOf = (label: string): string | undefined =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.textContent ?? undefined;

describe('who sees the bills', () => {
  it('organization admins, by the navigation', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Billing' });
    expect(link.getAttribute('aria-current')).toBe('page');
    await waitFor(() => expect(document.title).toBe('Billing · Acacia'));
  });

  it('billing admins, who see no other page of administration', async () => {
    open('', role('billing-admins'));
    expect(await screen.findByRole('tab', { name: 'Payment methods' })).toBeTruthy();
    const admin = screen.getByRole('group', { name: 'Administer' });
    expect(
      within(admin)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Billing']);
  });

  it('billing viewers, without payment methods, also by an address', async () => {
    const { calls } = pay('&addCreditCard=true', role('billing-viewers'));
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Overview');
    expect(screen.queryByRole('tab', { name: 'Payment methods' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked(calls, 'listCreditCards')).toEqual([]);
  });

  it('nobody else: others are led to their workgroups', async () => {
    const { router, calls } = open('', role('workgroup-admins'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
    expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
    expect(asked(calls, 'getBillingOverview')).toEqual([]);
  });
});

describe('the overview', () => {
  it('says the period, the cost beside last month, the forecast and the credits', async () => {
    open();
    await screen.findByText('Cost so far');
    expect(valueOf('Billing period')).toMatch(/1\s?–\s?30 Nov 2026.*20 days left/);
    expect(valueOf('Cost so far')).toContain('$112.00');
    expect(valueOf('Cost so far')).toContain('12% more than in the same days of October 2026');
    expect(valueOf('Forecast')).toContain('$336.00');
    expect(valueOf('Credit balance')).toContain('$67.50');
    expect(valueOf('Credit balance')).toContain('$80.00 of free credits earned, $12.50 used');
  });

  it('says plainly that nothing is charged, where that is so', async () => {
    open();
    expect(
      await screen.findByText('This Acacia charges nothing. Costs are list prices, to plan with.'),
    ).toBeTruthy();
  });

  it('does not say so where cards are charged, nor of credits that were never earned', async () => {
    open('', {
      ...STRIPE,
      getBillingOverview: () => anOverview({ credits: { balance: 0, earned: 0, used: 0 } }),
    });
    await screen.findByText('Cost so far');
    expect(screen.queryByText(/charges nothing/)).toBeNull();
    expect(valueOf('Credit balance')).not.toContain('free credits');
  });

  it('leads to what costs most, while that is there', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'What costs most' });
    await waitFor(() =>
      expect(within(table).getByRole('link', { name: 'Workspace-1' }).getAttribute('href')).toBe(
        '/groups/g1?tab=workspaces&space_id=w1',
      ),
    );
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'Workspace-1Workgroup-1Compute, Add-ons98.2%$110.00',
      '=DatabaseGoneStorage1.8%$2.00',
    ]);
    expect(within(table).queryByRole('link', { name: '=Database' })).toBeNull();
    expect(screen.getByRole('link', { name: 'All lines of this month' }).getAttribute('href')).toBe(
      '/admin/bills?tab=Invoices&invoice=2026-11',
    );
  });

  it('draws the cost of each day, also as a table', async () => {
    open();
    expect(await screen.findByRole('img', { name: 'Cost by day: $112.00 in 2 days.' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Cost by day' }));
    const table = screen.getByRole('table', { name: 'Cost by day' });
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe('1 Nov 2026$61.00$60.00$1.00');
  });

  it('keeps the selectors of the usage graph in the address, and asks for what they say', async () => {
    const { router, calls } = open();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Show' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Compute hours' }));
    expect(await screen.findByRole('img', { name: 'Compute hours: 50.00 h in 2 days.' })).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Divided by' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Region' }));
    await waitFor(() =>
      expect(asked(calls, 'getBillingUsage').at(-1)?.query).toEqual({
        meter: 'compute',
        dimension: 'region',
      }),
    );
    expect(router.state.location.search).toEqual({ meter: 'compute', by: 'region' });
  });

  it('is what an address says', async () => {
    const { calls } = open('?meter=storage&by=resource&period=last');
    await screen.findByRole('img', { name: /^Storage in GB months:/ });
    const query = asked(calls, 'getBillingUsage').find(({ query: { meter } }) => meter === 'storage')?.query;
    expect(query).toMatchObject({ meter: 'storage', dimension: 'resource' });
    expect(query?.['from']).toMatch(/-01$/);
    expect(query?.['to']).toMatch(/-(?:28|29|30|31)$/);
  });

  it('says that nothing was used yet', async () => {
    open('', {
      getBillingOverview: () => anOverview({ usage: 0, usage_before: null, forecast: 0 }),
      getBillingUsage: () => aUsage({ series: [] }),
      getInvoice: () => someDetails({ lines: [] }),
    });
    expect(await screen.findByText('Nothing has cost anything yet')).toBeTruthy();
    expect(await screen.findByText(/^Nothing was used this month\./)).toBeTruthy();
    expect(valueOf('Cost so far')).toBe('Cost so far$0.00');
  });

  it('says what could not be read, and reads it again', async () => {
    let fails = true;
    open('', {
      getBillingOverview: () => {
        if (fails) throw new Refused('The database is away.', 'Internal-Error');
        return anOverview();
      },
    });
    expect(await screen.findByText('The overview could not be loaded')).toBeTruthy();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Cost so far')).toBeTruthy();
  });
});

describe('the invoices', () => {
  it('are a table of date, status, period and total, with a way to pay', async () => {
    open('?tab=Invoices');
    const table = await screen.findByRole('table', { name: 'Invoices' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent?.replaceAll(/\s+/g, ' '));
    expect(rows[0]).toBe('Invoice dateStatusPeriodTotalPay');
    expect(rows[1]).toMatch(/^1 Dec 2026In Billing Period1 ?– ?30 Nov 2026\$99\.50/);
    expect(rows[2]).toMatch(/^1 Nov 2026In Grace Period1 ?– ?31 Oct 2026\$300\.00Pay$/);
    expect(screen.getByRole('link', { name: 'Pay the invoice of 1 Nov 2026' }).getAttribute('href')).toBe(
      'https://pay.example.org/in_1',
    );
  });

  it('offer no way to pay at an address that is no page', async () => {
    open('?tab=Invoices', {
      listInvoices: () => [anInvoice({ payment_url: 'javascript:alert(1)' })],
    });
    await screen.findByRole('table', { name: 'Invoices' });
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
  });

  it('are one column beside the total on a phone', async () => {
    windowOf(390);
    open('?tab=Invoices');
    const table = await screen.findByRole('table', { name: 'Invoices' });
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
  });

  it('are opened with lines by workgroup, credits and the total, and left again', async () => {
    const { router, calls } = open('?tab=Invoices');
    await userEvent.click(await screen.findByRole('link', { name: 'Invoice of 1 Dec 2026' }));
    const paper = await screen.findByRole('article', { name: 'Invoice for November 2026' });
    expect(router.state.location.href).toBe('/admin/bills?tab=Invoices&invoice=2026-11');
    expect(asked(calls, 'getInvoice')[0]?.ids).toEqual(['2026-11']);
    expect(document.title).toBe('Invoice 2026-11 · Acacia');
    const rows = within(paper)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'ItemQuantityUnit priceAmount',
      'Workgroup-1Subtotal $110.00',
      'Workspace-1Compute · TG-00 · us-east-1100.00 hours$1.00 / hour$100.00',
      'Workspace-1Add-ons · Insights · us-east-1100.00 hours$0.10 / hour$10.00',
      'GoneSubtotal $2.00',
      '=DatabaseStorage · Data · us-east-180.00 GB months$0.025 / GB per month$2.00',
      'Subtotal$112.00',
      'Credits−$12.50',
      'Total$99.50',
    ]);
    expect(within(paper).getByText('Acacia Labs')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'All invoices' }));
    expect(await screen.findByRole('table', { name: 'Invoices' })).toBeTruthy();
  });

  it('have two columns on a phone, with all that is in the others', async () => {
    windowOf(390);
    open('?tab=Invoices&invoice=2026-11');
    const paper = await screen.findByRole('article', { name: 'Invoice for November 2026' });
    const rows = within(paper).getAllByRole('row');
    expect(rows[0]?.textContent).toBe('ItemAmount');
    expect(rows[2]?.textContent).toBe(
      'Workspace-1Compute · TG-00 · us-east-1100.00 hours × $1.00 / hour$100.00',
    );
  });

  it('are printed, and saved as a file', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const saved = vi.fn((_blob: Blob) => 'blob:x');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
    open('?tab=Invoices&invoice=2026-11');
    await userEvent.click(await screen.findByRole('button', { name: 'Print or save as PDF' }));
    expect(print).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await saved.mock.calls[0]?.[0].text()).toMatch(/^Workgroup ID,.*\r\ng1,Workgroup-1,/);
  });

  it('say which one there is not', async () => {
    open('?tab=Invoices&invoice=1999-01', {
      getInvoice: () => {
        throw new Refused('There is no invoice 1999-01.', 'Not-Found');
      },
    });
    expect(await screen.findByText('There is no invoice 1999-01.')).toBeTruthy();
    expect(screen.getByText('The invoice could not be loaded')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All invoices' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Invoices' })).toBeTruthy();
  });
});

describe('payment, where nothing is charged', () => {
  it('is explained, without controls that do nothing', async () => {
    const { calls } = open('?tab=PaymentMethods&addCreditCard=true');
    expect(await screen.findByRole('heading', { name: 'There is nothing to pay' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Guide: billing' }).getAttribute('href')).toBe('/guides/billing');
    expect(screen.queryByRole('button', { name: 'Add Credit Card' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked(calls, 'listCreditCards')).toEqual([]);
  });
});

describe('payment by card', () => {
  it('shows each card, which one is charged, and which expire', async () => {
    pay('', {
      listCreditCards: () => {
        const { credit_cards, default_card } = someCards();
        const [first, second] = credit_cards;
        return {
          credit_cards: [first, { ...second, expire_month: 1, expire_year: 2020 }],
          default_card,
        };
      },
    });
    const list = await screen.findByRole('list', { name: 'Credit cards' });
    const items = within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(items[0]).toContain('Visa ending in 4242 Default');
    expect(items[0]).toContain('Ada Admin · expires 12/2090');
    expect(items[0]).not.toContain('Expired');
    expect(items[1]).toContain('Mastercard ending in 4444');
    expect(items[1]).toContain('Expired');
    expect(screen.queryByRole('button', { name: 'Make default: Visa ending in 4242' })).toBeNull();
  });

  it('makes another card the default', async () => {
    const { calls } = pay('', { chooseCreditCard: () => someCards({ default_card: 'pm_2' }) });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Make default: Mastercard ending in 4444' }),
    );
    expect(await screen.findByText('Mastercard ending in 4444 is charged from now on.')).toBeTruthy();
    expect(asked(calls, 'chooseCreditCard')[0]?.ids).toEqual(['pm_2']);
    expect(screen.getByRole('button', { name: 'Make default: Visa ending in 4242' })).toBeTruthy();
  });

  it('removes a card after asking, and says what follows for the default', async () => {
    const { calls } = pay('', {
      deleteCreditCard: () =>
        someCards({ credit_cards: someCards().credit_cards.slice(1), default_card: null }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Visa ending in 4242' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Visa ending in 4242?' }));
    expect(dialog.getByText('No card is charged until you make another one the default.')).toBeTruthy();
    expect(asked(calls, 'deleteCreditCard')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText('Visa ending in 4242 was removed.')).toBeTruthy();
    expect(asked(calls, 'deleteCreditCard')[0]?.ids).toEqual(['pm_1']);
    expect(screen.queryByRole('button', { name: 'Remove Visa ending in 4242' })).toBeNull();
  });

  it('keeps the card and says why it could not be removed', async () => {
    pay('', {
      deleteCreditCard: () => {
        throw new Refused('The card is charged for an open invoice.', 'Conflict');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Visa ending in 4242' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText('The card is charged for an open invoice.')).toBeTruthy();
    expect(screen.getByText(/^Visa ending in 4242$|Visa ending in 4242 /)).toBeTruthy();
  });

  it('leaves for the payment page only after a press', async () => {
    const { calls, leave, router } = pay('&addCreditCard=true', {
      createBillingSession: () => ({ url: 'https://pay.example.org/session' }),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Credit Card' }));
    expect(asked(calls, 'createBillingSession')).toEqual([]);
    expect(leave).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Go to the payment page' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://pay.example.org/session'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).toBe('/admin/bills?tab=PaymentMethods');
  });

  it('stays and says why the payment page could not be opened', async () => {
    const { leave } = pay('', {
      listCreditCards: () => someCards({ credit_cards: [], default_card: null }),
      createBillingSession: () => {
        throw new Refused('The payment provider does not answer.', 'Unavailable');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add Credit Card' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the payment page' }));
    expect(await screen.findByText('The payment provider does not answer.')).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();
  });

  it('says that a card was added when the person comes back, and reads again', async () => {
    const { router, calls } = pay('&card=added');
    expect(await screen.findByText('The credit card was added.')).toBeTruthy();
    await screen.findByRole('list', { name: 'Credit cards' });
    expect(router.state.location.href).toBe('/admin/bills?tab=PaymentMethods');
    expect(asked(calls, 'getBillingStatus').length).toBeGreaterThan(1);
  });

  it('says when the payment provider is away, and keeps the other parts', async () => {
    pay('', {
      listCreditCards: () => {
        throw new Refused('The payment provider does not answer.', 'Unavailable');
      },
    });
    expect(await screen.findByText('The credit cards could not be loaded')).toBeTruthy();
    expect(await screen.findByRole('textbox', { name: 'E-mail' })).toBeTruthy();
  });

  it('lists a subscription of a marketplace, and offers no payment by it, which is refused while it is pending', async () => {
    pay('', {
      listMarketplaceSubscriptions: () => [
        {
          provider: 'aws',
          status: 'pending',
          creator: 'ada@acacia.local',
          created_at: '2026-11-20T12:00:00.000Z',
        },
      ],
    });
    expect(
      await screen.findByText(/^AWS Marketplace: pending, recorded by ada@acacia.local on/),
    ).toBeTruthy();
    await screen.findByRole('list', { name: 'Credit cards' });
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  });

  it('changes back to a card that is chosen', async () => {
    const { calls } = pay('', {
      getBillingStatus: () => aBillingStatus({ payment_method: 'AWS_MARKETPLACE', status: 'active' }),
      listCreditCards: () => someCards({ default_card: null }),
      switchPaymentMethod: () => aBillingStatus({ payment_method: 'STRIPE', status: 'active' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Pay by credit card' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Card to charge' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Mastercard ending in 4444' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Change' }));
    await waitFor(() =>
      expect(asked(calls, 'switchPaymentMethod')[0]?.body).toEqual({
        target_payment_method: 'STRIPE',
        default_card_id: 'pm_2',
      }),
    );
  });
});

describe('the billing contact', () => {
  it('sends what was changed, and nothing while nothing is', async () => {
    const { calls } = pay('', { updateCustomer: () => aCustomer({ customer_email: 'new@example.org' }) });
    const email = await screen.findByRole('textbox', { name: 'E-mail' });
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-description')).toBe(
      'Nothing has been changed.',
    );
    await userEvent.clear(email);
    await userEvent.type(email, 'new@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The billing contact was saved.')).toBeTruthy();
    expect(asked(calls, 'updateCustomer')[0]?.body).toEqual({ customer_email: 'new@example.org' });
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('judges by the rules of the contract, and puts what the server says at its field', async () => {
    const { calls } = pay('', {
      updateCustomer: () => {
        throw new Refused('The postal code is not one of Oakland.', 'Bad-Request', 'address.postalCode');
      },
    });
    const country = await screen.findByRole('textbox', { name: 'Country' });
    await userEvent.clear(country);
    await userEvent.type(country, 'u');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('must be two capital letters, such as US')).toBeTruthy();
    expect(asked(calls, 'updateCustomer')).toEqual([]);
    await userEvent.type(country, 'sa');
    const code = screen.getByRole('textbox', { name: 'Postal code' });
    await userEvent.type(code, '9');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The postal code is not one of Oakland.')).toBeTruthy();
    expect(code.getAttribute('aria-invalid')).toBe('true');
  });
});
