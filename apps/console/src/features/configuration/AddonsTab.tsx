/** Add-ons of a workspace: what is on, what it costs, its settings (specification part 2, sections 2, 4 and 6). */
import {
  addonRefusal,
  CLICK_TO_ADD,
  type Addon,
  type AddonId,
  type Workspace,
  type WorkspaceAddon,
} from '@acacia/contract';
import { ActionButton, ErrorState, PageSkeleton, Tag, toast } from '@acacia/ui';
import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { IconPlugConnected, IconPlus, IconSettings } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../app/services.ts';
import { addonKeys, addonPrice, isAddonOn, useAddons } from '../../data/addons.ts';
import { useCan } from '../../data/me.ts';
import { idsOf, placeWorkspace } from '../../data/workspaces.ts';
import { useRefusal } from '../workgroups/useWorkspaceActions.ts';
import { AddonConnectDialog } from './AddonConnectDialog.tsx';
import classes from './configuration.module.css';
import type { ConfigurationTabProps } from './ConfigurationDialog.tsx';
import { CopilotPanel } from './CopilotPanel.tsx';
import { useSaveable } from './useSaveable.ts';

export function Tab({ workspace, report }: ConfigurationTabProps) {
  const { cloud, queryClient } = useServices();
  const addons = useAddons();
  const refusal = useRefusal(workspace);
  /** What was switched here. */
  const [switched, setSwitched] = useState<ReadonlyMap<AddonId, boolean>>(new Map());
  const [panel, setPanel] = useState<{ readonly kind: 'settings' | 'connect'; readonly addon: Addon }>();
  const listed = (addons.data ?? []).filter(({ ReadWriteOnly }) => workspace.is_rw || !ReadWriteOnly);
  const changed = [...switched].filter(([id, on]) => on !== isAddonOn(workspace, id));

  const save = useMutation({
    mutationFn: () =>
      cloud.updateWorkspaceAddons({
        params: idsOf(workspace),
        body: { addons: changed.map(([id, on]) => stateOf(workspace, id, on)) },
      }),
    onMutate: () => toast.progress('Updating Add-ons'),
    onSuccess: (after, _, shown) => {
      setSwitched(new Map());
      shown.success('Add-ons successfully updated.');
      void placeWorkspace(queryClient, after);
    },
    onError: (error, _, shown) => (shown === undefined ? toast.error(error) : shown.error(error)),
  });
  useSaveable(report, {
    dirty: changed.length > 0,
    refusal: refusal('configure'),
    busy: save.isPending,
    onSave: () => save.mutate(),
  });

  if (addons.data === undefined) {
    return addons.error === null ? (
      <PageSkeleton label="Loading add-ons" />
    ) : (
      <ErrorState title="Server error:" error={addons.error} onRetry={() => void addons.refetch()} />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label="Add-ons">
        {listed.map((addon) => (
          <Row
            key={addon.ID}
            addon={addon}
            workspace={workspace}
            on={switched.get(addon.AddonsID) ?? isAddonOn(workspace, addon.AddonsID)}
            onSwitch={(on) => setSwitched((before) => new Map(before).set(addon.AddonsID, on))}
            onOpen={(kind) => setPanel({ kind, addon })}
          />
        ))}
      </ul>
      {panel?.kind === 'settings' && (
        <CopilotPanel addon={panel.addon} workspace={workspace} onClose={() => setPanel(undefined)} />
      )}
      {panel?.kind === 'connect' && (
        <AddonConnectDialog addon={panel.addon} onClose={() => setPanel(undefined)} />
      )}
    </>
  );
}

/** What is sent for an add-on that is switched. */
function stateOf(workspace: Workspace, id: AddonId, enable: boolean): WorkspaceAddon {
  const before = workspace.addons.find(({ addons_id }) => addons_id === id);
  return { addons_id: id, enable, enable_configuration: before?.enable_configuration ?? true };
}

interface RowProps {
  readonly addon: Addon;
  readonly workspace: Workspace;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onOpen: (kind: 'settings' | 'connect') => void;
}

function Row({ addon, workspace, on, onSwitch, onOpen }: RowProps) {
  const can = useCan();
  // What is on can always be switched off.
  const refusal = on ? null : addonRefusal(addon, workspace);
  const saved = isAddonOn(workspace, addon.AddonsID);
  return (
    <li className={classes.item}>
      <div className={classes.itemTexts}>
        <p className={classes.itemTitle}>
          {addon.Title}
          <Tag>{addonPrice(addon, workspace.workspace_type.cost_per_hour)}</Tag>
        </p>
        <p className={classes.itemText}>{addon.Description}</p>
        {addon.UnavailableReason !== '' && <p className={classes.itemText}>{addon.UnavailableReason}</p>}
        {!addon.Added && !can('addon.associate') && (
          <p className={classes.itemText}>{addonRefusal(addon, workspace)}</p>
        )}
      </div>
      <div className={classes.itemActions}>
        {addon.Configurable && saved && (
          <Tooltip label={`Configure ${addon.Title}`}>
            <ActionIcon aria-label={`Configure ${addon.Title}`} onClick={() => onOpen('settings')}>
              <IconSettings size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {addon.UnavailableReason === '' && saved && (
          <Tooltip label={`Open ${addon.Title}`}>
            <ActionIcon aria-label={`Open ${addon.Title}`} onClick={() => onOpen('connect')}>
              <IconPlugConnected size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {!addon.Added && can('addon.associate') ? (
          <AddButton addon={addon} />
        ) : (
          <Tooltip label={refusal ?? ''} disabled={refusal === null}>
            <div>
              <Switch
                aria-label={addon.Title}
                aria-description={refusal ?? undefined}
                checked={on}
                disabled={refusal !== null}
                onChange={(event) => onSwitch(event.currentTarget.checked)}
              />
            </div>
          </Tooltip>
        )}
      </div>
    </li>
  );
}

/** Adds an add-on to the organisation; for its administrators. */
function AddButton({ addon }: { readonly addon: Addon }) {
  const { cloud, queryClient } = useServices();
  const add = useMutation({
    mutationFn: () => cloud.addAddon({ params: { addon_id: addon.AddonsID } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: addonKeys.all }),
    onError: (error) => toast.error(error),
  });
  return (
    <ActionButton
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} stroke={1.8} />}
      aria-label={`${CLICK_TO_ADD}: ${addon.Title}`}
      disabledReason={
        addon.Configurable || addon.UnavailableReason === '' ? undefined : addon.UnavailableReason
      }
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {CLICK_TO_ADD}
    </ActionButton>
  );
}
