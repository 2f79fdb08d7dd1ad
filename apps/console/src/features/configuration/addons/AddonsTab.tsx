/** Add-ons of a workspace: the active ones, their cost, their settings (specification part 2, sections 2, 4 and 6). */
import { said, t } from '@acacia/texts';
import {
  addonRefusal,
  ASK_FOR_ADDON,
  isAlwaysOn,
  type Addon,
  type AddonId,
  type Workspace,
  type WorkspaceAddon,
} from '@acacia/contract';
import { EmptyState, Tag, toast } from '@acacia/ui';
import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { IconPlugConnected, IconSettings } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { useServices } from '../../../services/services.ts';
import { addonPrice, isAddonOn, useAddons } from '../../../data/addons.ts';
import { useCan } from '../../../data/me.ts';
import { idsOf, placeWorkspace } from '../../../data/workspaces.ts';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { useRefusal } from '../../../shell/useWorkspaceActions.ts';
import { AddAddonButton } from './AddAddonButton.tsx';
import { AddonConnectDialog } from './AddonConnectDialog.tsx';
import classes from '../configuration.module.css';
import { entered } from '../entered.ts';
import { CopilotPanel } from './CopilotPanel.tsx';
import { useSaveable, type ConfigurationTabProps } from '../useSaveable.ts';

type Switched = Record<AddonId, boolean>;

export function Tab({ workspace, report }: ConfigurationTabProps) {
  const { cloud, queryClient } = useServices();
  const addons = useAddons();
  const refusal = useRefusal(workspace);
  /** Switches that were changed here and are not saved. */
  const [switched, dispatch] = useReducer(entered<Switched>, {});
  const [panel, setPanel] = useState<{ readonly kind: 'settings' | 'connect'; readonly addon: Addon }>();
  const listed = addons.filter(({ ReadWriteOnly }) => workspace.is_rw || !ReadWriteOnly);
  const changed = (Object.entries(switched) as [AddonId, boolean][]).filter(
    ([id, on]) => on !== isAddonOn(workspace, id),
  );

  const input = {
    params: idsOf(workspace),
    body: { addons: changed.map(([id, on]) => stateOf(workspace, id, on)) },
  };
  const save = useMutation({
    mutationFn: (_sent: Partial<Switched>) => cloud.updateWorkspaceAddons(input),
    onMutate: () => toast.progress(t`Updating add-ons`),
    onSuccess: (after, sent, shown) => {
      dispatch({ kind: 'saved', sent });
      shown.success(t`Add-ons successfully updated.`);
      void placeWorkspace(queryClient, after);
    },
    onError: (error, _, shown) => (shown === undefined ? toast.error(error) : shown.error(error)),
  });
  useSaveable(report, {
    dirty: changed.length > 0,
    refusal: refusal('configure'),
    busy: save.isPending,
    onSave: () => save.mutate(switched),
    calls: [formCall('updateWorkspaceAddons', input)],
  });

  return (
    <>
      {listed.length === 0 && (
        <EmptyState
          compact
          title="No add-ons"
          description={`There is no add-on for a ${workspace.is_rw ? 'read-write' : 'read-only'} workspace.`}
        />
      )}
      <ul className={classes.list} aria-label="Add-ons">
        {listed.map((addon) => (
          <Row
            key={addon.ID}
            addon={addon}
            workspace={workspace}
            on={switched[addon.AddonsID] ?? isAddonOn(workspace, addon.AddonsID)}
            onSwitch={(on) => dispatch({ kind: 'enter', change: { [addon.AddonsID]: on } })}
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

/** Body of the change for a switched add-on. */
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
  const isFixed = isAlwaysOn(addon.AddonsID);
  // An active add-on can be switched off, unless it is always on.
  const refusal = on && !isFixed ? null : addonRefusal(addon, workspace);
  const saved = isAddonOn(workspace, addon.AddonsID);
  return (
    <li className={classes.item}>
      <img src={addon.WorkspaceAvatar} alt="" width={32} height={32} />
      <div className={classes.itemTexts}>
        <p className={classes.itemTitle}>
          {addon.Title}
          <Tag>{addonPrice(addon, workspace.workspace_type)}</Tag>
        </p>
        <p className={classes.itemText}>{addon.Description}</p>
        {addon.UnavailableReason !== '' && <p className={classes.itemText}>{addon.UnavailableReason}</p>}
        {refusal === ASK_FOR_ADDON && !can('addon.associate') && (
          <p className={classes.itemText}>{said(refusal)}</p>
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
        {!addon.Added && !isFixed && can('addon.associate') ? (
          <AddAddonButton addon={addon} />
        ) : (
          <Tooltip label={said(refusal ?? '')} disabled={refusal === null}>
            <div>
              <Switch
                aria-label={addon.Title}
                aria-description={said(refusal ?? undefined)}
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
