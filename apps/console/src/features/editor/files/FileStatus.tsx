/** The line under the tabs: where the text of the open file is stored, and what is to be done. */
import { t } from '@acacia/texts';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCloudOff,
  IconDeviceFloppy,
  IconEye,
  IconLoader2,
} from '@tabler/icons-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import classes from './files.module.css';
import type { Documents } from './documents.ts';

interface FileStatusProps {
  readonly documents: Documents;
  readonly id: string;
  /** Opens the dialog that stores it as a file. */
  readonly onStore: () => void;
  readonly onMerge: () => void;
  readonly onDiscard: () => void;
}

export function FileStatus({ documents, id, onStore, onMerge, onDiscard }: FileStatusProps) {
  const state = useSyncExternalStore(documents.subscribe, () => documents.get(id)?.state);
  const { reason = '', permission } = documents.get(id) ?? {};
  const action = (label: string, onClick: () => void): ReactNode => (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {label}
    </Button>
  );
  const line = (tone: 'calm' | 'warning', icon: ReactNode, text: string, actions?: ReactNode) => (
    <div className={classes.status} data-tone={tone} role={tone === 'warning' ? 'alert' : 'status'}>
      {icon}
      <span className={classes.statusText}>{text}</span>
      {actions}
    </div>
  );
  const warning = <IconAlertTriangle size={14} aria-hidden />;
  if (permission === 'view' && state === 'saved')
    return line(
      'calm',
      <IconEye size={14} aria-hidden />,
      t`You can view this file.`,
      action(t`Save a copy`, onStore),
    );
  switch (state) {
    case 'temporary':
      return line(
        'calm',
        <IconDeviceFloppy size={14} aria-hidden />,
        t`Temporary: in this browser only.`,
        action(t`Save as file`, onStore),
      );
    case 'saved':
      return line('calm', <IconCheck size={14} aria-hidden />, t`Saved`);
    case 'typing':
    case 'saving':
      return line(
        'calm',
        <IconLoader2
          key={state}
          size={14}
          aria-hidden
          className={classes.spinner}
          data-turns={state === 'saving'}
        />,
        t`Saving …`,
      );
    case 'unsent':
      return line(
        'warning',
        <IconCloudOff size={14} aria-hidden />,
        t`Not sent yet: the text is kept in this browser and sent as soon as there is a connection.`,
      );
    case 'stopped':
      return line('warning', warning, t`Not saved: ${reason}`, action(t`Save as another file`, onStore));
    case 'conflict':
      return line(
        'warning',
        warning,
        t`Somebody else has changed the same lines. Your text is kept in this browser.`,
        action(t`Compare and merge`, onMerge),
      );
    case 'lost':
      return line(
        'warning',
        warning,
        reason,
        <>
          {action(t`Save as a new file`, onStore)}
          {action(t`Discard my text`, onDiscard)}
        </>,
      );
    case 'loading':
    case 'refused':
    case undefined:
      return null;
  }
}
