/** Paths between two of the selected vertices, or among more. */
import { t } from '@acacia/texts';
import type { WireGraphSchema } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { vertexOfKey } from '../../workspace-tool/wire-graph.ts';
import classes from '../explore.module.css';
import type { PathOptions } from '../explorer-state.ts';
import { AlongFields } from './AlongFields.tsx';
import { EVERYWHERE, type Along } from './walk.ts';

interface PathSectionProps {
  readonly schema: WireGraphSchema;
  /** Keys of the selected vertices, in the order of selection. */
  readonly vertexKeys: readonly string[];
  readonly onPaths: (options: PathOptions) => void;
}

const LONGEST_PATH = 6;

const WHICH = [
  { value: 'one', label: t`One` },
  { value: 'shortest', label: t`All shortest` },
  { value: 'all', label: t`All` },
] as const;

export function PathSection({ schema, vertexKeys, onPaths }: PathSectionProps) {
  const [longest, setLongest] = useState(LONGEST_PATH);
  const [which, setWhich] = useState<PathOptions['which']>('one');
  const [along, setAlong] = useState<Along>(EVERYWHERE);
  const [source, target] = vertexKeys.map((key) => vertexOfKey(key).id);
  const isTwo = vertexKeys.length === 2;
  return (
    <section className={classes.section} aria-label="Paths">
      <h2 className={classes.heading}>Paths</h2>
      <div className={classes.form}>
        <p className={classes.note}>
          {isTwo
            ? `From ${source} to ${target}, in either direction.`
            : `The shortest between any two of the ${formatNumber(vertexKeys.length)}, in either direction.`}
        </p>
        {isTwo && (
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Which paths"
            data={[...WHICH]}
            value={which}
            onChange={setWhich}
          />
        )}
        <AlongFields
          schema={schema}
          labels={{ edges: t`Paths along`, vertices: t`Through` }}
          of={t`the paths`}
          along={along}
          onAlong={setAlong}
        />
        <NumberInput
          label="Longest"
          description="Edges"
          size="xs"
          min={1}
          max={isTwo ? 20 : 10}
          allowDecimal={false}
          value={longest}
          onChange={(value) => setLongest(Math.min(isTwo ? 20 : 10, Math.max(1, Number(value) || 1)))}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRoute size={14} />}
          onClick={() => onPaths({ which, longest, ...along })}
        >
          Find paths
        </Button>
      </div>
    </section>
  );
}
