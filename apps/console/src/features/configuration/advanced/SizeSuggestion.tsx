/** 'Size suggestion' (specification part 2, sections 2 and 5): the size that fits the data. */
import { t } from '@acacia/texts';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import { costPerHour, type WorkspaceType } from '@acacia/contract';
import { Facts, formatCostPerHour, useOnTop } from '@acacia/ui';
import { Button, Group, Modal, NumberInput, Radio, Slider, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { ratioProblem, sizeProblem, suggestSize, SUGGESTION_DEFAULTS } from './size-suggestion.ts';

interface SizeSuggestionProps {
  readonly opened: boolean;
  /** Sizes that can be chosen. */
  readonly types: readonly WorkspaceType[];
  /** Whether high availability is on when it opens. */
  readonly ha: boolean;
  /** Why high availability cannot be chosen; undefined when it can. */
  readonly haRefusal: string | undefined;
  readonly onClose: () => void;
  readonly onApply: (size: string, ha: boolean) => void;
}

export function SizeSuggestion(props: SizeSuggestionProps) {
  const onClose = useOnTop(props.opened, props.onClose);
  return (
    <Modal opened={props.opened} onClose={onClose} title="Size suggestion" size={480}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ types, ha: chosen, haRefusal, onClose, onApply }: SizeSuggestionProps) {
  const [gigabytes, setGigabytes] = useState<number | string>(SUGGESTION_DEFAULTS.gigabytes);
  const [ratio, setRatio] = useState<number>(SUGGESTION_DEFAULTS.ratio);
  const [ha, setHa] = useState(chosen);
  const [left, setLeft] = useState({ size: false, ratio: false });
  const id = useId();
  const amount = gigabytes === '' ? Number.NaN : Number(gigabytes);
  const wrongSize = sizeProblem(amount);
  const wrongRatio = ratioProblem(ratio);
  const suggested = suggestSize(types, amount, ratio);
  return (
    <Stack gap="md">
      <NumberInput
        label="Raw data size"
        suffix=" GB"
        value={gigabytes}
        onChange={setGigabytes}
        onBlur={() => setLeft((before) => ({ ...before, size: true }))}
        error={left.size ? wrongSize : null}
        data-autofocus
      />
      <div>
        <Text size="sm" fw={550} id={id}>
          Compression ratio: {ratio}%
        </Text>
        <Slider
          aria-labelledby={id}
          thumbLabel="Compression ratio"
          min={0}
          max={100}
          step={1}
          value={ratio}
          onChange={setRatio}
          onBlur={() => setLeft((before) => ({ ...before, ratio: true }))}
          label={(value) => `${value}%`}
          mt={6}
        />
        {left.ratio && wrongRatio !== null && (
          <Text size="xs" c="var(--acacia-negative)" mt={6} role="alert">
            {wrongRatio}
          </Text>
        )}
      </div>
      <Radio.Group
        label="High availability"
        description={haRefusal}
        value={ha ? 'yes' : 'no'}
        onChange={(value) => setHa(value === 'yes')}
      >
        <Group gap="lg" mt={4}>
          <Radio value="yes" label="Yes" disabled={haRefusal !== undefined} />
          <Radio value="no" label="No" />
        </Group>
      </Radio.Group>
      {suggested !== undefined && (
        <div role="status">
          <Facts
            facts={[
              { label: t`Suggested size`, value: suggested.typeName },
              { label: t`CPU`, value: suggested.cpu },
              { label: t`Memory`, value: t`${suggested.memory} GB` },
              { label: t`Cost`, value: formatCostPerHour(costPerHour(suggested, ha)) },
            ]}
          />
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={suggested === undefined || wrongSize !== null || wrongRatio !== null}
          onClick={() => {
            if (suggested === undefined) return;
            onApply(suggested.typeName, ha);
            onClose();
          }}
        >
          Apply
        </Button>
      </Group>
    </Stack>
  );
}
