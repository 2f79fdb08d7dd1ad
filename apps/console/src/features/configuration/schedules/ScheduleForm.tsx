/** One schedule: time, repetition, and the pause or size at that time. */
import { said, t } from '@acacia/texts';
import { CreateSchedule, NO_DAYS, PAUSE, ScheduleRepeat, type WorkspaceType } from '@acacia/contract';
import { DateField } from '@acacia/ui';
import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { sizeText } from '../../../data/workspace-types.ts';
import classes from '../configuration.module.css';
import { TIMES, type ScheduleValues } from './schedule-edits.ts';
import { timeZones } from './time-zones.ts';
import { DAYS } from './week-days.ts';

const REPEATS: readonly { readonly value: ScheduleRepeat; readonly label: string }[] = [
  { value: 'NOREPEAT', label: t`No repeat` },
  { value: 'DAILY', label: t`Daily` },
  { value: 'WEEKDAY', label: t`Weekdays` },
  { value: 'WEEKLY', label: t`Weekly` },
];

interface ScheduleFormProps {
  readonly initial: ScheduleValues;
  /** Sizes that can be chosen: of a read-only workspace the current one alone. */
  readonly sizes: readonly WorkspaceType[];
  readonly onCancel: () => void;
  readonly onDone: (values: ScheduleValues) => void;
}

export function ScheduleForm({ initial, sizes, onCancel, onDone }: ScheduleFormProps) {
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const set = (change: Partial<ScheduleValues>): void => setValues((before) => ({ ...before, ...change }));
  const weekly = values.repeat === 'WEEKLY';
  const parsed = CreateSchedule.safeParse({ ...values, repeat_on: weekly ? values.repeat_on : '' });
  const problem = (field: keyof ScheduleValues): string | undefined =>
    tried && !parsed.success
      ? said(parsed.error.issues.find((issue) => issue.path[0] === field)?.message)
      : undefined;
  const ok = (): void => {
    setTried(true);
    if (parsed.success) onDone(parsed.data);
  };
  return (
    <div className={classes.form} role="group" aria-label="Schedule">
      <div className={classes.fields}>
        <Select
          label="Timezone"
          data={timeZones(values.timezone)}
          value={values.timezone}
          onChange={(timezone) => timezone !== null && set({ timezone })}
          allowDeselect={false}
          searchable
          limit={100}
          error={problem('timezone')}
        />
        <Select
          label="Repeat"
          data={REPEATS}
          value={values.repeat}
          onChange={(repeat) => set({ repeat: ScheduleRepeat.parse(repeat) })}
          allowDeselect={false}
        />
        <DateField
          label={values.repeat === 'NOREPEAT' ? 'Date' : 'First date'}
          value={values.date}
          onChange={(date) => set({ date })}
          error={problem('date')}
        />
        <Select
          label="Time"
          data={TIMES}
          value={values.time}
          onChange={(time) => time !== null && set({ time })}
          allowDeselect={false}
          searchable
          error={problem('time')}
        />
        <Select
          label="Workspace size"
          data={[
            { value: PAUSE, label: said(PAUSE) },
            ...sizes.map((type) => ({
              value: type.typeName,
              label: sizeText(type),
              disabled: type.disabled,
            })),
          ]}
          value={values.workspace_type_name}
          onChange={(size) => size !== null && set({ workspace_type_name: size })}
          allowDeselect={false}
          error={problem('workspace_type_name')}
        />
      </div>
      {weekly && (
        <Checkbox.Group
          label="Repeat on"
          value={values.repeat_on === '' ? [] : values.repeat_on.split(',')}
          onChange={(days) => set({ repeat_on: days.sort().join(',') })}
          error={problem('repeat_on') === undefined ? undefined : said(NO_DAYS)}
        >
          <div className={classes.days}>
            {DAYS.map((day, index) => (
              <Checkbox key={day} value={String(index)} label={day} size="xs" />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={classes.formActions}>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" onClick={ok}>
          OK
        </Button>
      </div>
    </div>
  );
}
