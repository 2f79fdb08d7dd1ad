/** Asks before the console is left for the payment provider's page, where a card is added. */
import { said, t } from '@acacia/texts';
import { BILLING_TEXTS } from '@acacia/contract';
import { errorText, Notice } from '@acacia/ui';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useAddCard } from './calls.ts';

export function AddCardDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useAddCard();
  return (
    <Modal opened onClose={onClose} title={said(BILLING_TEXTS.addCreditCard)} size={460}>
      <Stack gap="md">
        <Text size="sm">
          The number of your card is entered on the page of the payment provider, and never reaches Acacia.
          From there you come back to this page.
        </Text>
        {add.isError && (
          <Notice tone="negative" title={t`The payment provider's page could not be opened`}>
            {errorText(add.error)}
          </Notice>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            // The browser is on its way after an answer: a second press would begin another visit.
            loading={add.isPending || add.isSuccess}
            onClick={() => add.mutate()}
          >
            Go to the payment page
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
