/** The organisation, the person, the theme, the way out. */
import { useState } from 'react';
import { lazyPart } from '../services/lazy-part.tsx';
import { Beside } from './loading/Beside.tsx';
import { OrganizationButton } from './OrganizationButton.tsx';
import type { OrganizationMenuProps } from './OrganizationMenuPanel.tsx';

const load = () => import('./OrganizationMenuPanel.tsx');
const Panel = lazyPart(async () => (await load()).default);

/** A failure is met when the menu is opened. */
const prefetch = (): void => void load().catch(() => undefined);

/** Renders only the button until it is pressed; hover or focus prefetches the menu. */
export function OrganizationMenu(props: OrganizationMenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <OrganizationButton
      collapsed={props.collapsed}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setWanted(true)}
    />
  );
  return wanted ? (
    <Beside fallback={button}>
      <Panel {...props} />
    </Beside>
  ) : (
    button
  );
}
