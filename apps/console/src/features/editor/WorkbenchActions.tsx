/** The buttons above the editor: cancel, format, save, install, run. */
import { ActionButton } from '@acacia/ui';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconApi,
  IconChevronDown,
  IconDeviceFloppy,
  IconDownload,
  IconHistory,
  IconIndentIncrease,
  IconListTree,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { FILE_FORMATS } from './results/TableTools.tsx';
import type { Runner } from './run/useRunner.ts';

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export interface WorkbenchActionsProps {
  /** Does what a button is for, as soon as there is a text to do it with. */
  readonly press: (act: (runner: Runner) => void) => void;
  /** Why queries of the file cannot be saved; undefined when they can. */
  readonly keepRefusal: string | undefined;
  /** Whether plans are shown. */
  readonly planned: boolean;
  /** Cancels the run of the file; undefined while none is running. */
  readonly onCancel: (() => void) | undefined;
  /** The limits of runs that no dialog asks for. */
  readonly limits: ReactNode;
  readonly onHistory: () => void;
  /** Opens the endpoints of the graph. */
  readonly onConnect: () => void;
  readonly onFormat: () => void;
}

export function WorkbenchActions({
  press,
  keepRefusal,
  planned,
  onCancel,
  limits,
  onHistory,
  onConnect,
  onFormat,
}: WorkbenchActionsProps) {
  return (
    <>
      {onCancel !== undefined && (
        <Tooltip label="Cancel the run">
          <ActionIcon variant="default" size={36} aria-label="Cancel" onClick={onCancel}>
            <IconPlayerStop size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      )}
      <GuideLink guide="gsql" about="GSQL" />
      <Tooltip label="Connect from API">
        <ActionIcon variant="default" size={36} aria-label="Connect from API" onClick={onConnect}>
          <IconApi size={16} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="History of runs">
        <ActionIcon variant="default" size={36} aria-label="History" onClick={onHistory}>
          <IconHistory size={16} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
      {limits}
      {planned && (
        <Tooltip label="Plan of the query at the cursor, without running it">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Plan"
            onClick={() => press((runner) => runner.plan())}
          >
            <IconListTree size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Put the text into shape (Shift+Alt+F)">
        <ActionIcon variant="default" size={36} aria-label="Format" onClick={onFormat}>
          <IconIndentIncrease size={16} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
      <ActionButton
        variant="default"
        leftSection={<IconDeviceFloppy size={15} stroke={1.8} />}
        disabledReason={keepRefusal}
        onClick={() => press((runner) => runner.save())}
      >
        Save
      </ActionButton>
      <ActionButton
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.8} />}
        disabledReason={keepRefusal}
        onClick={() => press((runner) => runner.install())}
      >
        Install
      </ActionButton>
      <Tooltip label={`The whole file (${MOD}+Shift+Enter)`}>
        <Button
          variant="default"
          leftSection={<IconPlayerTrackNext size={15} stroke={1.8} />}
          onClick={() => press((runner) => runner.runAll())}
        >
          Run all
        </Button>
      </Tooltip>
      <Tooltip label={`The selection, or the statement at the cursor (${MOD}+Enter)`}>
        <ActionButton
          leftSection={<IconPlayerPlay size={15} stroke={1.8} />}
          onClick={() => press((runner) => runner.run())}
        >
          Run
        </ActionButton>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={36} variant="filled" color="acacia" aria-label="Run to a file">
            <IconChevronDown size={16} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Run to a file, without showing the result</Menu.Label>
          {FILE_FORMATS.map(([format, label]) => (
            <Menu.Item key={format} onClick={() => press((runner) => runner.runToFile(format))}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
