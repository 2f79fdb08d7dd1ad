/** The add-ons of the organisation (specification part 1, section 2.4), padded to four. */
import { isAlwaysOn, type Addon } from '@acacia/contract';
import { Heading } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useAddons } from '../../data/addons.ts';
import { useCan } from '../../data/me.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import classes from './AddonsGrid.module.css';

const AddonConnectDialog = lazyPart(
  async () => (await import('../configuration/addons/AddonConnectDialog.tsx')).AddonConnectDialog,
);

/** Slots of the grid (specification part 1, section 9). */
const SLOTS = 4;

/** Suspends until the add-ons are fetched. */
export default function AddonsGrid() {
  const added = useAddons().filter(({ Added, AddonsID }) => Added && !isAlwaysOn(AddonsID));
  const mayAdd = useCan()('addon.associate');
  const [opened, setOpened] = useState<Addon | null>(null);
  return (
    <section aria-label="Add-ons">
      <Heading>Add-ons</Heading>
      {added.length === 0 ? (
        <p className={classes.none}>
          Your organization hasn&apos;t added add-on yet.{' '}
          {mayAdd && <Link to="/marketplace/addons">Add one</Link>}
        </p>
      ) : (
        <ul className={classes.grid}>
          {added.map((addon) => (
            <li key={addon.ID}>
              <UnstyledButton className={classes.addon} onClick={() => setOpened(addon)}>
                <span className={classes.icon} aria-hidden="true">
                  <IconPuzzle size={19} stroke={1.6} />
                </span>
                <span>
                  <span className={classes.title}>{addon.Title}</span>
                  <span className={classes.description}>{addon.Description}</span>
                </span>
              </UnstyledButton>
            </li>
          ))}
          {Array.from({ length: Math.max(0, SLOTS - added.length) }, (_, at) => (
            <li key={at} className={classes.slot} aria-hidden="true" />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {opened !== null && <AddonConnectDialog addon={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </section>
  );
}
