/** `/admin/bills`: what the organisation used, what it costs, and how it pays (specification part 3, section 2). */
import { t } from '@acacia/texts';
import { PageBody, PageHeader, PageSkeleton, toast } from '@acacia/ui';
import { Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BILLING, billingStatusQuery } from '../../data/billing.ts';
import { useCan } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import classes from './billing.module.css';
import { cardsQuery } from './calls.ts';
import { Invoices } from './Invoices.tsx';
import { InvoiceView } from './InvoiceView.tsx';
import { Overview } from './Overview.tsx';
import { PaymentMethods } from './PaymentMethods.tsx';
import type { BillingTab } from './search.ts';

const TABS = [
  { value: 'Overview', label: t`Overview`, what: t`The overview` },
  { value: 'Invoices', label: t`Invoices`, what: t`The invoices` },
  { value: 'PaymentMethods', label: t`Payment methods`, what: t`The payment methods` },
] as const;

/** Says that a card was added when the person comes back from the payment provider, and reads again what it changed. */
function useReturned(): void {
  const services = useServices();
  const { card } = useSearch({ from: '/shell/admin/bills' });
  const navigate = useNavigate({ from: '/admin/bills' });
  useEffect(() => {
    if (card === undefined) return;
    toast.success(t`The credit card was added.`);
    // With the cards the server learns of the new one, and the gate may go: all else is read after them.
    const { queryClient } = services;
    void queryClient
      .fetchQuery({ ...cardsQuery(services), staleTime: 0 })
      // The page says it, where it asks for them.
      .catch(() => undefined)
      .then(() => queryClient.invalidateQueries({ queryKey: BILLING }));
    void navigate({ search: (before) => ({ ...before, card: undefined }), replace: true });
  }, [card, services, navigate]);
}

export function Page() {
  useReturned();
  const can = useCan();
  const { tab, invoice } = useSearch({ from: '/shell/admin/bills' });
  const navigate = useNavigate({ from: '/admin/bills' });
  const status = useSuspenseQuery(billingStatusQuery(useServices())).data;
  const pays = can('billing.pay');
  const tabs = TABS.filter(({ value }) => value !== 'PaymentMethods' || pays);
  const value = tabs.find((each) => each.value === tab)?.value ?? 'Overview';
  const shownInvoice = value === 'Invoices' ? invoice : undefined;
  useDocumentTitle(shownInvoice === undefined ? t`Billing` : t`Invoice ${shownInvoice}`);
  const open = (next: BillingTab): void =>
    void navigate({ search: next === 'Overview' ? {} : { tab: next } });
  const panels = {
    Overview: <Overview status={status} />,
    Invoices:
      shownInvoice === undefined ? <Invoices /> : <InvoiceView key={shownInvoice} id={shownInvoice} />,
    PaymentMethods: <PaymentMethods status={status} />,
  };
  return (
    <PageBody>
      <Tabs
        keepMounted={false}
        value={value}
        onChange={(next) => {
          const found = tabs.find((each) => each.value === next);
          if (found !== undefined) open(found.value);
        }}
      >
        <div className={classes.header} data-invoice={shownInvoice === undefined ? undefined : true}>
          <PageHeader
            title="Billing"
            description="What your organization used, what it costs, and how it pays."
          >
            <Tabs.List className={classes.tabs} aria-label="Billing">
              {tabs.map((each) => (
                <Tabs.Tab
                  key={each.value}
                  value={each.value}
                  // From an open invoice back to all of them.
                  onClick={() => open(each.value)}
                >
                  {each.label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </PageHeader>
        </div>
        {tabs.map(({ value: each, label, what }) => (
          <Tabs.Panel key={each} value={each}>
            <LoadBoundary what={what} skeleton={<PageSkeleton label={`Loading ${label}`} />}>
              {panels[each]}
            </LoadBoundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageBody>
  );
}
