/** An icon that stays reachable by keyboard when it is disabled, and then says why. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  readonly label: string;
  /** Why it cannot be done now. */
  readonly reason?: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function RowAction({ label, reason, onClick, children }: RowActionProps) {
  return (
    <Tooltip label={reason ?? label}>
      <ActionIcon
        aria-label={label}
        {...(reason === undefined
          ? {}
          : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
        onClick={() => {
          if (reason === undefined) onClick();
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
