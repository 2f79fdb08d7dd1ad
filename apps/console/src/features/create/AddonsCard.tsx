/** Add-ons that the workspace begins with. */
import { gap, said, t } from '@acacia/texts';
import { addonRefusal, ASK_FOR_ADDON, isAlwaysOn, type Addon, type WorkspaceType } from '@acacia/contract';
import { Card } from '@acacia/ui';
import { Group, Skeleton, Stack, Switch, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { addonPrice, useAddons } from '../../data/addons.ts';
import { useCan } from '../../data/me.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { AddAddonButton } from '../configuration/addons/AddAddonButton.tsx';
import type { WorkspaceFormState } from './workspace-values.ts';

interface AddonsCardProps {
  readonly form: WorkspaceFormState;
  readonly size: WorkspaceType | undefined;
  readonly writes: boolean;
}

export function AddonsCard(props: AddonsCardProps) {
  return (
    <LoadBoundary
      what="The add-ons"
      skeleton={
        <AddonsFrame>
          <Skeleton height={96} role="img" aria-label="Loading add-ons" />
        </AddonsFrame>
      }
      frame={(failure) => <AddonsFrame>{failure}</AddonsFrame>}
    >
      <Addons {...props} />
    </LoadBoundary>
  );
}

function AddonsFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Card title="Add-ons" description="They can be switched on and off later.">
      {children}
    </Card>
  );
}

function Addons({ form, size, writes }: AddonsCardProps) {
  const can = useCan();
  const { addons } = form.values;
  const listed = useAddons().filter(
    ({ AddonsID, ReadWriteOnly }) => !isAlwaysOn(AddonsID) && (writes || !ReadWriteOnly),
  );
  const toggle = ({ AddonsID }: Addon, on: boolean): void =>
    form.setFieldValue('addons', on ? [...addons, AddonsID] : addons.filter((id) => id !== AddonsID));
  if (listed.length === 0) return null;
  return (
    <AddonsFrame>
      <Stack gap="sm">
        {listed.map((addon) => {
          const refusal = addonRefusal(addon, { is_rw: writes });
          const addable = refusal === ASK_FOR_ADDON && can('addon.associate');
          return (
            <Tooltip
              key={addon.ID}
              label={said(refusal ?? '')}
              disabled={refusal === null || addable}
              position="top-start"
            >
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Switch
                  label={addon.Title}
                  description={[
                    addon.Description,
                    t`${addonPrice(addon, size)}.`,
                    addable ? null : said(refusal ?? ''),
                  ]
                    .filter(Boolean)
                    .join(gap)}
                  aria-description={addable ? undefined : said(refusal ?? undefined)}
                  checked={addons.includes(addon.AddonsID)}
                  disabled={refusal !== null}
                  onChange={(event) => toggle(addon, event.currentTarget.checked)}
                />
                {addable && <AddAddonButton addon={addon} />}
              </Group>
            </Tooltip>
          );
        })}
      </Stack>
    </AddonsFrame>
  );
}
