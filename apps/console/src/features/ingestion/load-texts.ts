/** Words for loads in lists. */
import { comma, t } from '@acacia/texts';
import type { WireLoadStatus } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import { shownName } from './mended-rows.ts';
import { fileName } from './outcome.ts';

export const STATES: Readonly<Record<WireLoadStatus['overall']['status'], string>> = {
  running: t`Running`,
  finished: t`Loaded`,
  failed: t`Failed`,
  aborted: t`Cancelled or undone`,
};

const NAMED_FILES = 3;

/** The first files by their names, and the number of the others. */
export function fileNames(paths: readonly string[]): string {
  const names = paths.map((path) => shownName(fileName(path)));
  const more = names.length - NAMED_FILES;
  const named = names.slice(0, NAMED_FILES).join(comma);
  return more > 0 ? t`${named} and ${formatNumber(more)} more` : named;
}
