/** Automatic upgrades: the switch, and the two hours of the week for them (specification part 2, sections 4 and 9). */
import { said, t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { Notice, Section } from '@acacia/ui';
import { Select, Switch } from '@mantine/core';
import { windowText, type AdvancedValues } from './advanced.ts';
import { DAYS } from '../schedules/week-days.ts';
import classes from '../configuration.module.css';
import { timeZones } from '../schedules/time-zones.ts';

interface UpgradeSectionProps {
  readonly workspace: Workspace;
  readonly values: AdvancedValues;
  readonly onChange: (change: Partial<AdvancedValues>) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: windowText(hour) }));

export function UpgradeSection({ workspace, values, onChange }: UpgradeSectionProps) {
  const active = workspace.status === 'Active';
  return (
    <Section
      id="upgrade"
      title="Automatic upgrade"
      status={values.upgrades ? `${DAYS[values.day] ?? ''} ${windowText(values.hour)}` : t`off`}
      description="Upgrades the workspace when there is a newer version, in a window of two hours. It may take longer than that."
    >
      <div className={classes.stack}>
        {!active && (
          <Notice tone="info">{`The workspace is ${said(workspace.status)}. Automatic upgrade can be changed while it is Active.`}</Notice>
        )}
        <Switch
          label="Automatic upgrade"
          checked={values.upgrades}
          disabled={!active}
          onChange={(event) => onChange({ upgrades: event.currentTarget.checked })}
        />
        <div className={classes.fields}>
          <Select
            label="Day of the week"
            data={DAYS.map((day, index) => ({ value: String(index), label: day }))}
            value={String(values.day)}
            onChange={(day) => day !== null && onChange({ day: Number(day) })}
            allowDeselect={false}
            disabled={!active || !values.upgrades}
          />
          <Select
            label="Timezone"
            data={timeZones(values.timeZone)}
            value={values.timeZone}
            onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
            allowDeselect={false}
            searchable
            limit={100}
            disabled={!active || !values.upgrades}
          />
          <Select
            label="Hours"
            data={HOURS}
            value={String(values.hour)}
            onChange={(hour) => hour !== null && onChange({ hour: Number(hour) })}
            allowDeselect={false}
            disabled={!active || !values.upgrades}
          />
        </div>
      </div>
    </Section>
  );
}
