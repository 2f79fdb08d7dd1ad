/** The navigation on narrow screens: 280 px from the left (specification part 1, section 2.9). */
import '../theme/controls.ts';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './MobileDrawer.module.css';

interface MobileDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export default function MobileDrawer({ opened, onClose, children }: MobileDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title="Menu"
      padding={0}
      withCloseButton={false}
      classNames={{ header: classes.header, body: classes.body }}
    >
      {children}
    </Drawer>
  );
}
