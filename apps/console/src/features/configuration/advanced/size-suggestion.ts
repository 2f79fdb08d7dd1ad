/** Computes the size that fits an amount of raw data (specification part 2, section 5). */
import { t } from '@acacia/texts';
import type { WorkspaceType } from '@acacia/contract';

export const SUGGESTION_DEFAULTS = { gigabytes: 10, ratio: 50 } as const;

/** Gigabytes that a workspace needs beside its data. */
const OVERHEAD = 5;

export const sizeProblem = (gigabytes: number): string | null =>
  gigabytes > 0 ? null : t`data size must great than 0`;
export const ratioProblem = (ratio: number): string | null =>
  ratio > 0 ? null : t`compression ratio must great than 0`;

/**
 * The first size whose memory is more than twice the compressed data; the first of all when the numbers are not valid,
 * the last when none is large enough.
 * @param gigabytes raw data
 * @param ratio per cent that compression takes away
 */
export function suggestSize(
  types: readonly WorkspaceType[],
  gigabytes: number,
  ratio: number,
): WorkspaceType | undefined {
  const needed = gigabytes * (1 - ratio / 100) * 2 + OVERHEAD;
  if (Number.isNaN(needed)) return types[0];
  return types.find(({ memory }) => Number(memory) > needed) ?? types.at(-1);
}
