/** A button that, when disabled, stays visible and says why; it stays reachable by keyboard. */
import { said } from '@acacia/texts';
import { Button, Menu, Tooltip, type ButtonProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

interface ActionButtonProps extends ButtonProps {
  /** Why it cannot be used now; undefined when it can. */
  readonly disabledReason?: string | undefined;
  /** Description, where the label alone does not say enough. */
  readonly about?: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly type?: 'button' | 'submit';
  readonly form?: string;
  readonly children: ReactNode;
}

export function ActionButton({
  disabledReason,
  about,
  onClick,
  type = 'button',
  ...button
}: ActionButtonProps) {
  if (disabledReason === undefined) {
    const usable = <Button type={type} onClick={onClick} aria-description={said(about)} {...button} />;
    return about === undefined ? usable : <Tooltip label={said(about)}>{usable}</Tooltip>;
  }
  return (
    <Tooltip label={said(disabledReason)}>
      <Button
        {...button}
        type="button"
        data-disabled
        aria-disabled="true"
        aria-description={said(disabledReason)}
        onClick={(event: MouseEvent) => event.preventDefault()}
      />
    </Tooltip>
  );
}

interface ActionMenuItemProps {
  readonly disabledReason?: string | undefined;
  /** Description, where the label alone does not say enough. */
  readonly about?: string;
  readonly onClick: () => void;
  readonly icon?: ReactNode;
  readonly destructive?: boolean;
  readonly children: ReactNode;
}

/** The same inside a menu. */
export function ActionMenuItem({
  disabledReason,
  about,
  onClick,
  icon,
  destructive = false,
  children,
}: ActionMenuItemProps) {
  const blocked = disabledReason !== undefined;
  const described = said(disabledReason ?? about);
  const item = (
    <Menu.Item
      leftSection={icon}
      closeMenuOnClick={!blocked}
      aria-description={described}
      {...(blocked ? { 'data-refused': true, 'aria-disabled': true } : {})}
      {...(destructive ? { color: 'var(--acacia-negative)' } : {})}
      onClick={() => {
        if (!blocked) onClick();
      }}
    >
      {children}
    </Menu.Item>
  );
  return described === undefined ? (
    item
  ) : (
    <Tooltip label={described} position="left">
      {item}
    </Tooltip>
  );
}
