import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { useMe, useOrganization } from '../data/me.ts';
import { OrganizationAvatar } from './OrganizationAvatar.tsx';
import classes from './OrganizationMenu.module.css';

interface OrganizationButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly collapsed: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Organisation and person at the foot of the navigation. */
export function OrganizationButton({ collapsed, ref, ...button }: OrganizationButtonProps) {
  const { email } = useMe();
  const organization = useOrganization().data;
  const name = organization?.org_display_name;
  return (
    <UnstyledButton
      ref={ref}
      {...button}
      className={classes.target}
      data-collapsed={collapsed || undefined}
      data-tour="account"
    >
      <span className={classes.unseen}>Organization menu</span>
      <OrganizationAvatar of={organization} />
      {!collapsed && (
        <>
          <span className={classes.names}>
            <span className={classes.name}>{name ?? <Skeleton height={12} width={96} my={3} />}</span>
            <span className={classes.person}>{email}</span>
          </span>
          <IconSelector size={16} stroke={1.6} aria-hidden="true" />
        </>
      )}
    </UnstyledButton>
  );
}
