/** States of runs, in words and colours. */
import { t } from '@acacia/texts';
import type { RunState } from '@acacia/contract';
import type { StatusTone } from '@acacia/ui';
import type { Run } from './run-store.ts';

export const RUN_TONE: Readonly<Record<RunState, StatusTone>> = {
  running: 'progress',
  done: 'positive',
  failed: 'negative',
  cancelled: 'stopped',
  interrupted: 'negative',
};
export const RUN_WORD: Readonly<Record<RunState, string>> = {
  running: t`Running`,
  done: t`Done`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
  interrupted: t`Interrupted`,
};

/** The state of a run in a word. One that the workspace has not told of yet only starts: to leave the page may lose it. */
export const wordOf = ({ state, limits }: Pick<Run, 'state' | 'limits'>): string =>
  state === 'running' && limits === null ? t`Starting` : RUN_WORD[state];
