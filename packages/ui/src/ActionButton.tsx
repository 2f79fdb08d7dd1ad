/** A button that, when it cannot be used, says why instead of hiding; it stays reachable by keyboard. */
import { Button, Menu, Tooltip, type ButtonProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

interface ActionButtonProps extends ButtonProps {
  /** Why it cannot be used now; undefined when it can. */
  readonly disabledReason?: string | undefined;
  readonly onClick?: (event: MouseEvent) => void;
  readonly type?: 'button' | 'submit';
  readonly form?: string;
  readonly children: ReactNode;
}

export function ActionButton({ disabledReason, onClick, type = 'button', ...button }: ActionButtonProps) {
  if (disabledReason === undefined) return <Button type={type} onClick={onClick} {...button} />;
  return (
    <Tooltip label={disabledReason}>
      <Button
        {...button}
        type="button"
        data-disabled
        aria-disabled="true"
        aria-description={disabledReason}
        onClick={(event: MouseEvent) => event.preventDefault()}
      />
    </Tooltip>
  );
}

interface ActionMenuItemProps {
  readonly disabledReason?: string | undefined;
  readonly onClick: () => void;
  readonly icon?: ReactNode;
  readonly destructive?: boolean;
  readonly children: ReactNode;
}

/** The same inside a menu. */
export function ActionMenuItem({
  disabledReason,
  onClick,
  icon,
  destructive = false,
  children,
}: ActionMenuItemProps) {
  const blocked = disabledReason !== undefined;
  const item = (
    <Menu.Item
      leftSection={icon}
      closeMenuOnClick={!blocked}
      {...(blocked
        ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': disabledReason }
        : {})}
      {...(destructive ? { color: 'var(--acacia-negative)' } : {})}
      onClick={() => {
        if (!blocked) onClick();
      }}
    >
      {children}
    </Menu.Item>
  );
  return blocked ? (
    <Tooltip label={disabledReason} position="left">
      {item}
    </Tooltip>
  ) : (
    item
  );
}
