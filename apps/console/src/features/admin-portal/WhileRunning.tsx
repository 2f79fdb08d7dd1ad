/** A part of the portal that the workspace itself answers: in its place the reason while it does not. */
import type { Workspace } from '@acacia/contract';
import { said } from '@acacia/texts';
import { EmptyState } from '@acacia/ui';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface WhileRunningProps {
  readonly workspace: Workspace;
  /** With its verb, e.g. `Running queries are`. */
  readonly what: string;
  readonly children: ReactNode;
}

export function WhileRunning({ workspace, what, children }: WhileRunningProps) {
  const { name, status, canAccess } = workspace;
  if (status === 'Active' && canAccess) return children;
  return (
    <EmptyState
      compact
      icon={<IconPlugConnectedX size={22} stroke={1.6} />}
      title={canAccess ? `${name} is ${said(status)}` : 'Your address is not allowed'}
      description={`${what} shown while the workspace is Active and your address is allowed.`}
    />
  );
}
