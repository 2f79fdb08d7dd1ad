import { t } from '@acacia/texts';
import type { AuditEntry } from '@acacia/contract';
import { StatusBadge } from '@acacia/ui';

export const OUTCOMES = { ok: t`Done`, failed: t`Failed` } as const;

export function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  return <StatusBadge tone={outcome === 'ok' ? 'positive' : 'negative'}>{OUTCOMES[outcome]}</StatusBadge>;
}
