/** `/marketplace/addons`: the add-ons of the organisation, and adding more of them (specification part 2, section 6). */
import { said, t } from '@acacia/texts';
import { ASK_FOR_ADDON, isAlwaysOn, type Addon } from '@acacia/contract';
import { ActionButton, EmptyState, PageBody, PageHeader, PageSkeleton, Tag } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addonPrice, useAddons } from '../../data/addons.ts';
import { useCan } from '../../data/me.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { AddAddonButton } from '../configuration/addons/AddAddonButton.tsx';
import { AddonConnectDialog } from '../configuration/addons/AddonConnectDialog.tsx';
import { LlmProvidersDialog } from '../configuration/addons/LlmProvidersDialog.tsx';
import classes from './marketplace.module.css';

export function Page() {
  useDocumentTitle(t`Add-ons`);
  return (
    <PageBody>
      <PageHeader
        title="Add-ons"
        description="Tools beside the console. An add-on is added to the organization, then switched on in a workspace."
      />
      <LoadBoundary what="The add-ons" skeleton={<PageSkeleton label="Loading add-ons" />}>
        <Addons />
      </LoadBoundary>
    </PageBody>
  );
}

function Addons() {
  const addons = useAddons();
  const can = useCan();
  const { config } = useSearch({ from: '/shell/marketplace/addons' });
  const navigate = useNavigate({ from: '/marketplace/addons' });
  const [opened, setOpened] = useState<Addon | null>(null);
  const configured = addons.find((addon) => addon.AddonsID === config && addon.Configurable && addon.Added);
  const configure = (addon: Addon | null) =>
    void navigate({ search: addon === null ? {} : { config: addon.AddonsID }, replace: addon === null });
  if (addons.length === 0) {
    return (
      <EmptyState
        icon={<IconPuzzle size={22} stroke={1.6} />}
        title="No add-ons"
        description="This version has none."
      />
    );
  }
  return (
    <>
      <div className={classes.grid}>
        {addons.map((addon) => (
          <AddonCard
            key={addon.ID}
            addon={addon}
            onOpen={() => setOpened(addon)}
            onConfigure={() => configure(addon)}
          />
        ))}
      </div>
      {opened !== null && <AddonConnectDialog addon={opened} onClose={() => setOpened(null)} />}
      {configured !== undefined && can('addonConfig.update') && (
        <LlmProvidersDialog onClose={() => configure(null)} />
      )}
    </>
  );
}

interface AddonCardProps {
  readonly addon: Addon;
  readonly onOpen: () => void;
  readonly onConfigure: () => void;
}

function AddonCard({ addon, onOpen, onConfigure }: AddonCardProps) {
  const can = useCan();
  const there = addon.Added || isAlwaysOn(addon.AddonsID);
  return (
    <article className={classes.card} aria-label={addon.Title}>
      <div className={classes.head}>
        <img src={addon.WorkspaceAvatar} alt="" width={44} height={44} />
        <div className={classes.titles}>
          <h2 className={classes.title}>{addon.Title}</h2>
          <div className={classes.tags}>
            <Tag>{addonPrice(addon, undefined)}</Tag>
            {there && <Tag>{isAlwaysOn(addon.AddonsID) ? 'Always on' : 'Added'}</Tag>}
            {addon.ReadWriteOnly && <Tag>Read-write workspaces</Tag>}
          </div>
        </div>
      </div>
      <p className={classes.description}>{addon.Description}</p>
      {addon.UnavailableReason !== '' && <p className={classes.facts}>{addon.UnavailableReason}</p>}
      {!there && !can('addon.associate') && <p className={classes.facts}>{said(ASK_FOR_ADDON)}</p>}
      <div className={classes.actions}>
        {there && addon.UnavailableReason === '' && (
          <Button variant="default" aria-label={`Open ${addon.Title}`} onClick={onOpen}>
            Open
          </Button>
        )}
        {there && addon.Configurable && (
          <ActionButton
            variant="default"
            aria-label={`Configure ${addon.Title}`}
            disabledReason={can('addonConfig.update') ? undefined : NO_CONFIGURE}
            onClick={onConfigure}
          >
            Configure
          </ActionButton>
        )}
        {!there && can('addon.associate') && <AddAddonButton addon={addon} />}
      </div>
    </article>
  );
}

const NO_CONFIGURE = t`Administrators of the organization configure it.`;
