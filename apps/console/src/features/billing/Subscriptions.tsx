/** Subscriptions of marketplaces that were recorded for the organisation; nothing where there are none. */
import { said } from '@acacia/texts';
import { MARKETPLACES } from '@acacia/contract';
import { Card, formatDateTime } from '@acacia/ui';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../data/marketplace.ts';
import { useServices } from '../../services/services.ts';
import classes from './billing.module.css';

export function Subscriptions() {
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery(useServices()));
  if (subscriptions.length === 0) return null;
  return (
    <Card
      title="Marketplace subscriptions"
      description="Pending: Acacia does not ask the marketplace. Whoever runs this installation confirms them there."
    >
      <ul className={classes.subscriptions}>
        {subscriptions.map(({ provider, creator, created_at, status }) => (
          <li key={`${provider} ${created_at}`}>
            {MARKETPLACES[provider]}: {said(status)}, recorded by {creator} on {formatDateTime(created_at)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
