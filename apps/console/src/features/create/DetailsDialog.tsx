/** The editor of a new workspace's details: when it sleeps and how it wakes. */
import { gap, said } from '@acacia/texts';
import '@mantine/core/styles/NumberInput.layer.css';
import { AUTO_RESUME, AUTO_STOP, AUTO_SUSPEND, FREE_TIER_SUSPENDS } from '@acacia/contract';
import { Button, Group, Modal, NumberInput, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { minutesProblem } from '../../data/workspace-rules.ts';
import type { Values } from './workspace-values.ts';

type Details = Pick<Values, 'suspends' | 'minutes' | 'resumes'>;

interface DetailsDialogProps {
  readonly opened: boolean;
  readonly details: Details;
  /** The free tier always suspends. */
  readonly free: boolean;
  readonly onClose: () => void;
  readonly onDone: (details: Details) => void;
}

export function DetailsDialog(props: DetailsDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Workspace details" size={480}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ details, free, onClose, onDone }: DetailsDialogProps) {
  const [values, setValues] = useState(details);
  const problem = minutesProblem(values);
  const set = (change: Partial<Details>): void => setValues((before) => ({ ...before, ...change }));
  return (
    <Stack gap="md">
      <Switch
        label="Auto suspend"
        description={`${said(AUTO_SUSPEND)}${gap}${free ? said(FREE_TIER_SUSPENDS) : ''}`}
        checked={values.suspends}
        disabled={free}
        onChange={(event) => set({ suspends: event.currentTarget.checked })}
      />
      <NumberInput
        label="Minutes without activity"
        description={`From ${AUTO_STOP.min} to ${AUTO_STOP.max} minutes`}
        maw={240}
        disabled={!values.suspends}
        allowDecimal={false}
        allowNegative={false}
        value={values.minutes}
        onChange={(minutes) => set({ minutes })}
        error={problem}
      />
      <Switch
        label="Auto resume"
        description={said(AUTO_RESUME)}
        checked={values.resumes}
        onChange={(event) => set({ resumes: event.currentTarget.checked })}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={problem !== null}
          onClick={() => {
            onDone(values);
            onClose();
          }}
        >
          OK
        </Button>
      </Group>
    </Stack>
  );
}
