/** The organisation, the person, the theme, the way out. */
import { lazy, Suspense, useState } from 'react';
import { OrganizationButton } from './OrganizationButton.tsx';
import type { OrganizationMenuProps } from './OrganizationMenuPanel.tsx';

const load = () => import('./OrganizationMenuPanel.tsx');
const Panel = lazy(load);

/** Renders only the button until it is pressed; hover or focus prefetches the menu. */
export function OrganizationMenu(props: OrganizationMenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <OrganizationButton
      collapsed={props.collapsed}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  );
  return wanted ? (
    <Suspense fallback={button}>
      <Panel {...props} />
    </Suspense>
  ) : (
    button
  );
}
