/** The credit cards of the organisation: which one is charged, which ones expire, adding and removing. */
import { said, t } from '@acacia/texts';
import { BILLING_TEXTS, type CreditCard, type PaymentMethod } from '@acacia/contract';
import { Card, ConfirmDestructive, EmptyState, StatusBadge, Tag, toast, useNow } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconCreditCard, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import classes from './billing.module.css';
import { cardsQuery, useChooseCard, useDeleteCard } from './calls.ts';
import { brandName, expiryOf, expiryText } from './card-expiry.ts';

/** `Visa ending in 4242` */
export const cardName = ({ brand, last_4_digits }: CreditCard): string =>
  t`${brandName(brand)} ending in ${last_4_digits}`;

interface CardsProps {
  readonly method: PaymentMethod;
  readonly onAdd: () => void;
}

export function Cards({ method, onAdd }: CardsProps) {
  const { credit_cards: cards, default_card } = useSuspenseQuery(cardsQuery(useServices())).data;
  const [removed, setRemoved] = useState<CreditCard | null>(null);
  const remove = useDeleteCard();
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
      {said(BILLING_TEXTS.addCreditCard)}
    </Button>
  );
  if (cards.length === 0) {
    return (
      <Card title="Credit cards">
        <EmptyState
          compact
          icon={<IconCreditCard size={22} stroke={1.6} />}
          title={t`No credit card`}
          description={
            method === 'STRIPE'
              ? t`With a card your workspaces keep running when your credits are used up.`
              : t`You pay through a marketplace. A card is needed to change that.`
          }
          action={add}
        />
      </Card>
    );
  }
  return (
    <Card
      title="Credit cards"
      description={
        method === 'STRIPE'
          ? t`The default card is charged at the end of each month, for what your credits do not cover.`
          : t`You pay through a marketplace: no card is charged.`
      }
      actions={add}
      flush
    >
      <ul className={classes.cards} aria-label={t`Credit cards`}>
        {cards.map((card) => (
          <CardRow
            key={card.card_id}
            card={card}
            isDefault={card.card_id === default_card}
            onRemove={() => setRemoved(card)}
          />
        ))}
      </ul>
      <ConfirmDestructive
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={removed === null ? '' : t`Remove ${cardName(removed)}?`}
        lossesTitle={t`From then on:`}
        losses={[
          t`This card is not charged any more. It can be added again.`,
          ...(removed?.card_id === default_card
            ? [
                cards.length > 1
                  ? t`No card is charged until you make another one the default.`
                  : t`There is no card to charge: once your credits are used up, workspaces are paused.`,
              ]
            : []),
        ]}
        confirmLabel={t`Remove card`}
        onConfirm={async () => {
          if (removed === null) return;
          await remove.mutateAsync(removed.card_id);
          toast.success(t`${cardName(removed)} was removed.`);
        }}
      />
    </Card>
  );
}

const HOUR_MS = 3_600_000;

interface CardRowProps {
  readonly card: CreditCard;
  readonly isDefault: boolean;
  readonly onRemove: () => void;
}

function CardRow({ card, isDefault, onRemove }: CardRowProps) {
  const choose = useChooseCard();
  const expiry = expiryOf(card, useNow(HOUR_MS));
  const name = cardName(card);
  return (
    <li className={classes.card}>
      <IconCreditCard size={22} stroke={1.5} aria-hidden="true" className={classes.cardIcon} />
      <div className={classes.cardText}>
        <span className={classes.cardName}>
          {name} {isDefault && <Tag title={t`This card is charged`}>Default</Tag>}
          {expiry === 'expired' && <StatusBadge tone="negative">{t`Expired`}</StatusBadge>}
          {expiry === 'soon' && <StatusBadge tone="warning">{t`Expires soon`}</StatusBadge>}
        </span>
        <span className={classes.dim}>
          {card.name_on_card === ''
            ? t`Expires ${expiryText(card)}`
            : t`${card.name_on_card} · expires ${expiryText(card)}`}
        </span>
      </div>
      <div className={classes.cardActions}>
        {!isDefault && (
          <Button
            variant="default"
            size="xs"
            loading={choose.isPending}
            aria-label={t`Make default: ${name}`}
            onClick={() =>
              choose.mutate(card.card_id, {
                onSuccess: () => toast.success(t`${name} is charged from now on.`),
                onError: (error) => toast.error(error),
              })
            }
          >
            Make default
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" aria-label={t`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
