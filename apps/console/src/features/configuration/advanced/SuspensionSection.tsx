/** The time after which a workspace is suspended, and whether a request wakes it. */
import { said, t } from '@acacia/texts';
import '@mantine/core/styles/NumberInput.layer.css';
import { AUTO_RESUME, AUTO_STOP, AUTO_SUSPEND, FREE_TIER_SUSPENDS } from '@acacia/contract';
import { Section } from '@acacia/ui';
import { NumberInput, Switch } from '@mantine/core';
import { useKnownQuota } from '../../../data/quota.ts';
import { minutesProblem } from '../../../data/workspace-rules.ts';
import type { AdvancedValues } from './advanced.ts';
import classes from '../configuration.module.css';

interface SuspensionSectionProps {
  readonly values: AdvancedValues;
  readonly onChange: (change: Partial<AdvancedValues>) => void;
  /** Why it cannot be changed now. */
  readonly refusal: string | undefined;
}

export function SuspensionSection({ values, onChange, refusal }: SuspensionSectionProps) {
  const quota = useKnownQuota();
  const disabled = refusal !== undefined;
  const kept = quota?.tier === 'free' && values.suspends;
  return (
    <Section
      id="suspend"
      title="Auto suspend"
      status={values.suspends ? t`after ${values.minutes} minutes` : t`off`}
      description={said(AUTO_SUSPEND)}
    >
      <div className={classes.stack}>
        <Switch
          label="Auto suspend"
          description={kept ? said(FREE_TIER_SUSPENDS) : undefined}
          checked={values.suspends}
          disabled={disabled || kept}
          onChange={(event) => onChange({ suspends: event.currentTarget.checked })}
        />
        <NumberInput
          label="Minutes without activity"
          description={`From ${AUTO_STOP.min} to ${AUTO_STOP.max} minutes`}
          maw={240}
          disabled={disabled || !values.suspends}
          allowDecimal={false}
          allowNegative={false}
          value={values.minutes}
          onChange={(minutes) => onChange({ minutes })}
          error={minutesProblem(values)}
        />
        <Switch
          label="Auto resume"
          description={said(AUTO_RESUME)}
          checked={values.resumes}
          disabled={disabled}
          onChange={(event) => onChange({ resumes: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}
