/** Words of the contract that the dashboard shows. */
import { t } from '@acacia/texts';
import type { DashboardOperation, OrgQuota } from '@acacia/contract';
import type { StatusTone } from '@acacia/ui';

export const TIER_LABELS: Readonly<Record<OrgQuota['tier'], string>> = {
  free: t`Free`,
  paid: t`Paid`,
  premium: t`Premium`,
  enterprise: t`Enterprise`,
};

export const OPERATION_STATES: Readonly<
  Record<DashboardOperation['state'], { readonly label: string; readonly tone: StatusTone }>
> = {
  queued: { label: t`Queued`, tone: 'idle' },
  running: { label: t`Running`, tone: 'progress' },
  succeeded: { label: t`Succeeded`, tone: 'positive' },
  failed: { label: t`Failed`, tone: 'negative' },
};
