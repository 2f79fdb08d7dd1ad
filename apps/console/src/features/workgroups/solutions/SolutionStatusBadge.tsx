/** Status of a solution: colour, icon and word; a plain word where there is none. */
import type { SolutionStatus } from '@acacia/contract';
import { StatusBadge, Tag } from '@acacia/ui';
import { SOLUTION_SHOWN } from './solution-state.ts';

export function SolutionStatusBadge({ status }: { readonly status: SolutionStatus }) {
  const { text, tone } = SOLUTION_SHOWN[status];
  return tone === null ? <Tag>{text}</Tag> : <StatusBadge tone={tone}>{text}</StatusBadge>;
}
