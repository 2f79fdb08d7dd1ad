/** States of runs, in words and colours. */
import type { RunState } from '@acacia/contract';
import type { StatusTone } from '@acacia/ui';

export const RUN_TONE: Readonly<Record<RunState, StatusTone>> = {
  running: 'progress',
  done: 'positive',
  failed: 'negative',
  cancelled: 'stopped',
  interrupted: 'negative',
};
export const RUN_WORD: Readonly<Record<RunState, string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
};
