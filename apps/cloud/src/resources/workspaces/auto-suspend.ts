import type { OrgQuota } from '@acacia/contract';
import { badField } from '../../errors/problem.ts';

/** @throws Problem at the field when auto-suspend would be off in the free tier (specification part 2, section 9) */
export function keepSuspending(tier: OrgQuota['tier'], minutes: number): void {
  if (tier !== 'free' || minutes !== 0) return;
  throw badField('auto_stop_minutes', 'freeTierSuspends');
}
