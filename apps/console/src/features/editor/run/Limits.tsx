/** Limits of runs (specification part 4, sections 5 and 9), and what holds where none are set. */
import { comma, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { RunLimits } from '@acacia/contract';
import { formatDuration, formatNumber } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, NumberInput, Popover } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import classes from '../parameters/parameters.module.css';

interface LimitsProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  /** 0: none of their own. */
  readonly limits: RunLimits;
}

/** The limits that the workspace applies to a run with the given ones. */
export function EffectiveLimits({ workspaceId, client, limits }: LimitsProps) {
  const { data } = useQuery({
    queryKey: ['workspace', workspaceId, 'run-limits', limits.timeMs, limits.memoryMb],
    queryFn: ({ signal }) => client.runLimits(limits, { signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const own = limits.timeMs === 0 ? t`, the limit of the workspace` : '';
  return (
    <p className={classes.note}>
      {`A run is stopped after ${formatDuration(data.timeMs)}${own}. A query gets ${formatNumber(data.memoryMb)} MB of memory.`}
    </p>
  );
}

/** The limits of runs that no dialog asks for, such as those of statements. */
export function LimitsButton({
  onChange,
  ...props
}: LimitsProps & { readonly onChange: (limits: RunLimits) => void }) {
  const { limits } = props;
  const set = limits.timeMs > 0 || limits.memoryMb > 0;
  const words = [
    ...(limits.timeMs > 0 ? [formatDuration(limits.timeMs)] : []),
    ...(limits.memoryMb > 0 ? [t`${formatNumber(limits.memoryMb)} MB`] : []),
  ];
  return (
    <Popover width={400} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconHourglass size={15} stroke={1.8} />}>
          {set ? words.join(comma) : 'Limits'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.limits} style={{ marginTop: 0 }}>
          <NumberInput
            label="Timeout (s)"
            description="0 means disabled"
            min={0}
            allowNegative={false}
            value={limits.timeMs / 1000}
            onChange={(value) => onChange({ ...limits, timeMs: Math.round((Number(value) || 0) * 1000) })}
          />
          <NumberInput
            label="Memory limit (MB)"
            description="0 means disabled"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={limits.memoryMb}
            onChange={(value) => onChange({ ...limits, memoryMb: Number(value) || 0 })}
          />
          <Button variant="default" onClick={() => onChange({ timeMs: 0, memoryMb: 0 })}>
            Clear
          </Button>
        </div>
        <EffectiveLimits {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
