/** Reports that an addition would pass the limit, and lets the person choose less. */
import { formatNumber } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, Modal, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { ELEMENT_LIMIT } from '../workspace-tool/wire-graph.ts';
import classes from './explore.module.css';
import type { TooMany } from './explorer-state.ts';

interface TooManyDialogProps {
  readonly tooMany: TooMany;
  /** @param vertices how many new vertices of the addition */
  readonly onAdd: (vertices: number) => void;
  readonly onClose: () => void;
}

export function TooManyDialog({ tooMany: { size, room }, onAdd, onClose }: TooManyDialogProps) {
  const [count, setCount] = useState(room);
  return (
    <Modal opened onClose={onClose} title="The graph's size exceeds the limitation." size={460}>
      <p className={classes.note}>
        With this the graph would have {formatNumber(size)} vertices and edges; {formatNumber(ELEMENT_LIMIT)}{' '}
        are drawn at most.{' '}
        {room === 0
          ? 'There is no room left: remove something first, or expand with a lower limit.'
          : `There is room for ${formatNumber(room)} more vertices with their edges.`}
      </p>
      {room > 0 && (
        <NumberInput
          mt="md"
          label="Vertices to add"
          min={1}
          max={room}
          clampBehavior="strict"
          allowDecimal={false}
          value={count}
          onChange={(value) => setCount(Math.min(room, Math.max(1, Number(value) || 1)))}
        />
      )}
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 20 }}>
        <Button variant="default" onClick={onClose}>
          {room === 0 ? 'Close' : 'Add nothing'}
        </Button>
        {room > 0 && <Button onClick={() => onAdd(count)}>Add {formatNumber(count)}</Button>}
      </div>
    </Modal>
  );
}
