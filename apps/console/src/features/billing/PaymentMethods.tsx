/** How the organisation pays: cards, marketplaces, and whom the payment provider writes to. */
import { said, t } from '@acacia/texts';
import { BILLING_TEXTS, type BillingStatus } from '@acacia/contract';
import { Card, PageSkeleton } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { AddCardDialog } from './AddCardDialog.tsx';
import classes from './billing.module.css';
import { Cards } from './Cards.tsx';
import { CustomerForm } from './CustomerForm.tsx';
import { Method } from './Method.tsx';
import { Subscriptions } from './Subscriptions.tsx';

export function PaymentMethods({ status }: { readonly status: BillingStatus }) {
  const { addCreditCard } = useSearch({ from: '/shell/admin/bills' });
  const navigate = useNavigate({ from: '/admin/bills' });
  const ask = (asks: boolean): void =>
    void navigate({
      search: (before) => ({ ...before, addCreditCard: asks ? 'true' : undefined }),
      replace: true,
    });
  if (status.payment_method === 'NONE') return <NothingToPay />;
  return (
    <Stack gap="md">
      <Method status={status} />
      <Part what={t`The credit cards`} title={t`Credit cards`}>
        <Cards method={status.payment_method} onAdd={() => ask(true)} />
      </Part>
      <Subscriptions />
      <Part what={t`The billing contact`} title={t`Billing contact`}>
        <CustomerForm />
      </Part>
      {addCreditCard !== undefined && <AddCardDialog onClose={() => ask(false)} />}
    </Stack>
  );
}

/** A card that keeps its place while what is asked of the payment provider is on its way. */
function Part({
  what,
  title,
  children,
}: {
  readonly what: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <LoadBoundary
      compact
      what={what}
      skeleton={
        <Card title={title}>
          <PageSkeleton label={t`Loading ${title}`} />
        </Card>
      }
      frame={(failure) => <Card title={title}>{failure}</Card>}
    >
      {children}
    </LoadBoundary>
  );
}

/** On an installation that charges nothing, such as a laptop's. */
function NothingToPay() {
  return (
    <Stack gap="md">
      <Card title="There is nothing to pay" actions={<GuideLink guide="billing" about={t`billing`} />}>
        <div className={classes.text}>
          <p>{said(BILLING_TEXTS.chargesNothing)}</p>
          <p>
            Whoever runs this installation can turn charging on: with the keys of a payment provider in its
            settings, this page takes credit cards, and invoices are charged each month.
          </p>
        </div>
      </Card>
      <Subscriptions />
    </Stack>
  );
}
