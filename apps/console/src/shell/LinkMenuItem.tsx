/** An item of a menu that leads to a page. */
import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface LinkMenuItemProps
  extends MenuItemProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

function Item({ ref, ...props }: LinkMenuItemProps) {
  return <Menu.Item component="a" ref={ref} {...props} />;
}

const Created = createLink(Item);

export const LinkMenuItem: LinkComponent<typeof Item> = (props) => <Created {...props} />;
