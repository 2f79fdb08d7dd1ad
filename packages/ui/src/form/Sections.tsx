/** Settings in sections that open and close, e.g. of a configuration dialog, and their rows. */
import '@mantine/core/styles/Accordion.layer.css';
import { Accordion } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './form.module.css';

interface SectionsProps {
  /** Ids of the sections that are open at first. */
  readonly open?: readonly string[];
  readonly children: ReactNode;
}

export function Sections({ open = [], children }: SectionsProps) {
  return (
    <Accordion
      multiple
      defaultValue={[...open]}
      order={3}
      chevronPosition="left"
      transitionDuration={0}
      // Text typed in a section stays when the section is closed.
      keepMounted
      keepMountedMode="display-none"
      classNames={{
        item: classes.section,
        control: classes.control,
        label: classes.controlLabel,
        chevron: classes.chevron,
        panel: classes.panel,
        content: classes.content,
      }}
    >
      {children}
    </Accordion>
  );
}

interface SectionProps {
  /** Unique among the sections beside it. */
  readonly id: string;
  readonly title: string;
  readonly description?: ReactNode;
  /** At the right of the heading, e.g. the present setting. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, description, status, children }: SectionProps) {
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <span className={classes.head}>
          <span className={classes.title}>{title}</span>{' '}
          {status !== undefined && <span className={classes.status}>{status}</span>}
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {description !== undefined && <p className={classes.description}>{description}</p>}
        {children}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

interface SettingRowProps {
  readonly label: string;
  readonly description?: ReactNode;
  /** Draws the field with the props given, which tie label and description to it. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label and description of a setting at the left, its field at the right; stacked on narrow screens. */
export function SettingRow({ label, description, children }: SettingRowProps) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className={classes.row}>
      <div className={classes.rowTexts}>
        <label className={classes.rowLabel} htmlFor={id}>
          {label}
        </label>
        {description !== undefined && (
          <p id={about} className={classes.description}>
            {description}
          </p>
        )}
      </div>
      <div className={classes.rowControl}>
        {children({ id, 'aria-describedby': description === undefined ? undefined : about })}
      </div>
    </div>
  );
}
