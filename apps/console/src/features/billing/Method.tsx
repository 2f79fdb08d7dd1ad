/** Which of its ways the organisation pays by, and changing it. */
import { said, t } from '@acacia/texts';
import type { BillingStatus } from '@acacia/contract';
import { Card, errorText, Form, Notice, toast } from '@acacia/ui';
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { subscriptionsQuery } from '../../data/marketplace.ts';
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

const CHANGES = {
  STRIPE: t`Pay by credit card`,
  AWS_MARKETPLACE: t`Pay through the AWS Marketplace`,
} as const;

/** The other way to pay, where there is something to pay by: a card, or a subscription of the marketplace. */
function useTarget(method: BillingStatus['payment_method']): 'STRIPE' | 'AWS_MARKETPLACE' | undefined {
  const services = useServices();
  const subscriptions = useQuery(subscriptionsQuery(services)).data;
  const cards = useQuery(cardsQuery(services)).data;
  if (method === 'AWS_MARKETPLACE')
    return cards !== undefined && cards.credit_cards.length > 0 ? 'STRIPE' : undefined;
  return subscriptions?.some(({ provider }) => provider === 'aws') === true ? 'AWS_MARKETPLACE' : undefined;
}

export function Method({ status }: { readonly status: BillingStatus }) {
  const [open, setOpen] = useState(false);
  const { payment_method: method } = status;
  const target = useTarget(method);
  return (
    <>
      <Card
        title="Payment method"
        description={t`${NAMES[method]} · ${said(status.status)}`}
        actions={
          target !== undefined && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {CHANGES[target]}
            </Button>
          )
        }
      />
      {open && target !== undefined && <SwitchDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}

interface SwitchDialogProps {
  readonly target: 'STRIPE' | 'AWS_MARKETPLACE';
  readonly onClose: () => void;
}

function SwitchDialog({ target, onClose }: SwitchDialogProps) {
  const cards = useQuery(cardsQuery(useServices())).data;
  const [card, setCard] = useState(cards?.default_card ?? cards?.credit_cards[0]?.card_id ?? null);
  const change = useSwitchMethod();
  const body = {
    target_payment_method: target,
    ...(target === 'STRIPE' && card !== null ? { default_card_id: card } : {}),
  };
  return (
    <Modal opened onClose={onClose} title={CHANGES[target]} size={460}>
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
            {target === 'STRIPE'
              ? t`What is used from now on is charged to the card. What was used before stays with the marketplace.`
              : t`What is used from now on is on the bill of your marketplace. Cards stay here, and are not charged.`}
          </Text>
          {target === 'STRIPE' && (
            <Select
              label="Card to charge"
              data={(cards?.credit_cards ?? []).map((each) => ({
                value: each.card_id,
                label: cardName(each),
              }))}
              value={card}
              allowDeselect={false}
              onChange={setCard}
            />
          )}
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
