/** Interface between a tab of the configuration and its dialog: the state of unsaved values, and how to save them. */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { useEffect, useRef } from 'react';
import type { FormCall } from '../../shell/copy-as/form-call.ts';

export interface Saveable {
  /** Something is entered that is not saved. */
  readonly dirty: boolean;
  /** Why it cannot be saved now. */
  readonly disabledReason: string | undefined;
  readonly busy: boolean;
  readonly onSave: () => void;
  /** The calls of the cloud that a save would send now; undefined for a tab that saves elsewhere. */
  readonly calls: (() => readonly FormCall[]) | undefined;
}

export type ReportSaveable = (saveable: Saveable) => void;

export interface ConfigurationTabProps {
  readonly workspace: Workspace;
  /** Names of the other workspaces of the workgroup. */
  readonly others: readonly string[];
  readonly report: ReportSaveable;
}

interface Parts extends Omit<Saveable, 'disabledReason' | 'calls'> {
  readonly calls?: readonly FormCall[];
  /** Why it cannot be saved although something is entered. */
  readonly refusal: string | undefined;
  /** Why it cannot be saved while nothing is entered. */
  readonly unchanged?: string;
}

export function useSaveable(report: ReportSaveable, parts: Parts): void {
  const { dirty, refusal, busy, unchanged = t`Nothing has changed.` } = parts;
  const now = useRef(parts);
  useEffect(() => {
    now.current = parts;
  });
  const hasCalls = parts.calls !== undefined;
  const disabledReason = refusal ?? (dirty ? undefined : unchanged);
  useEffect(
    () =>
      report({
        dirty,
        disabledReason,
        busy,
        onSave: () => now.current.onSave(),
        calls: hasCalls ? () => now.current.calls ?? [] : undefined,
      }),
    [report, dirty, disabledReason, busy, hasCalls],
  );
}
