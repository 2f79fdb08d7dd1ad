/** Fields of a schedule: four fields of cron at minute 0, in UTC, and their meaning in words. */
import { said, t } from '@acacia/texts';
import { TextInput } from '@mantine/core';
import { formatUtc } from '../format-instants.ts';
import classes from './form.module.css';

export interface Cron {
  readonly hour: string;
  readonly dayOfMonth: string;
  readonly month: string;
  readonly dayOfWeek: string;
}

const FIELDS: readonly { readonly name: keyof Cron; readonly label: string; readonly allowed: string }[] = [
  { name: 'hour', label: t`Hour`, allowed: t`0-23 or *` },
  { name: 'dayOfMonth', label: t`Day of month`, allowed: t`1-31 or *` },
  { name: 'month', label: t`Month`, allowed: t`1-12, Jan-Dec or *` },
  { name: 'dayOfWeek', label: t`Day of week`, allowed: t`0-6, Mon-Sun or *` },
];

interface CronFieldsProps {
  readonly value: Cron;
  readonly onChange: (value: Cron) => void;
  readonly errors: Readonly<Partial<Record<keyof Cron, string>>>;
  /** Meaning of the fields, e.g. `Every day at 00:00 UTC`; undefined while they are not valid. */
  readonly sentence?: string | undefined;
  /** The next times, as ISO 8601. */
  readonly nextRuns: readonly string[];
  readonly disabled?: boolean;
}

export function CronFields({
  value,
  onChange,
  errors,
  sentence,
  nextRuns,
  disabled = false,
}: CronFieldsProps) {
  return (
    <fieldset className={classes.cron}>
      <legend className={classes.unseen}>Schedule in UTC</legend>
      <div className={classes.cronFields}>
        <TextInput label="Minute" description="Always 0" value="0" disabled readOnly />
        {FIELDS.map(({ name, label, allowed }) => (
          <TextInput
            key={name}
            label={label}
            description={allowed}
            value={value[name]}
            onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
            error={said(errors[name])}
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <div className={classes.cronMeaning} role="status">
        {sentence !== undefined && <p className={classes.sentence}>{sentence}</p>}
        {nextRuns.length > 0 && (
          <>
            <p className={classes.description}>Next runs (UTC)</p>
            <ol className={classes.runs}>
              {nextRuns.map((at) => (
                <li key={at}>
                  <time dateTime={at}>{formatUtc(at)}</time>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </fieldset>
  );
}
