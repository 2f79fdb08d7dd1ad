/** Which of its ways the organisation pays by, and changing it. */
import { said, t } from '@acacia/texts';
import type { BillingStatus } from '@acacia/contract';
import { Card, errorText, Form, Notice, toast } from '@acacia/ui';
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';
import { cardsQuery, useSwitchMethod } from './calls.ts';
import { cardName } from './Cards.tsx';

const NAMES = {
  STRIPE: t`By credit card`,
  AWS_MARKETPLACE: t`Through the AWS Marketplace`,
  NONE: t`Nothing is charged`,
} as const;

const BY_CARD = t`Pay by credit card`;

/**
 * Whether paying can be changed to a card. Paying through a marketplace is not offered: a subscription stays pending, since
 * no marketplace confirms it, and the change would be refused.
 */
function useCardInstead(method: BillingStatus['payment_method']): boolean {
  const cards = useQuery(cardsQuery(useServices())).data;
  return method === 'AWS_MARKETPLACE' && cards !== undefined && cards.credit_cards.length > 0;
}

export function Method({ status }: { readonly status: BillingStatus }) {
  const [open, setOpen] = useState(false);
  const { payment_method: method } = status;
  const cardInstead = useCardInstead(method);
  return (
    <>
      <Card
        title="Payment method"
        description={t`${NAMES[method]} · ${said(status.status)}`}
        actions={
          cardInstead && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {BY_CARD}
            </Button>
          )
        }
      />
      {open && <CardDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CardDialog({ onClose }: { readonly onClose: () => void }) {
  const cards = useQuery(cardsQuery(useServices())).data;
  const [card, setCard] = useState(cards?.default_card ?? cards?.credit_cards[0]?.card_id ?? null);
  const change = useSwitchMethod();
  const body = {
    target_payment_method: 'STRIPE' as const,
    ...(card === null ? {} : { default_card_id: card }),
  };
  return (
    <Modal opened onClose={onClose} title={BY_CARD} size={460}>
      <Form
        onSubmit={() =>
          change.mutate(body, {
            onSuccess: () => {
              toast.success(t`The payment method was changed.`);
              onClose();
            },
          })
        }
      >
        <Stack gap="md">
          <Text size="sm">
            What is used from now on is charged to the card. What was used before stays with the marketplace.
          </Text>
          <Select
            label="Card to charge"
            data={(cards?.credit_cards ?? []).map((each) => ({ value: each.card_id, label: cardName(each) }))}
            value={card}
            allowDeselect={false}
            onChange={setCard}
          />
          {change.isError && (
            <Notice tone="negative" title={t`The payment method was not changed`}>
              {errorText(change.error)}
            </Notice>
          )}
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[formCall('switchPaymentMethod', { body })]} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Change
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
