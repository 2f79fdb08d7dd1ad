/** Addresses from which the data may be reached. */
import { t } from '@acacia/texts';
import type { AllowedIp, Workgroup } from '@acacia/contract';
import {
  Banner,
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  RelativeTime,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  lockoutWarning,
  useAllowedIps,
  useChangeAllowList,
  useCurrentIp,
  type Change,
} from './allow-list.ts';
import { RangeDialog } from './RangeDialog.tsx';

/** Messages during a change, and after it. */
const TOLD: Readonly<Record<Change['kind'], { readonly doing: string; readonly done: string }>> = {
  add: { doing: t`Updating configuration`, done: t`Successfully added allowed IP.` },
  update: { doing: t`Updating configuration`, done: t`Successfully updated allowed IP.` },
  delete: { doing: t`Deleting IP`, done: t`Successfully deleted allowed IP.` },
  enable: { doing: t`Updating configuration`, done: t`The allow list is enabled.` },
  disable: { doing: t`Updating configuration`, done: t`The allow list is disabled.` },
};

type Open =
  | { readonly what: 'range'; readonly range: AllowedIp | null }
  | { readonly what: 'delete'; readonly range: AllowedIp }
  | { readonly what: 'lockout'; readonly change: Change; readonly warning: string };

export function Tab({ group }: { readonly group: Workgroup }) {
  const ranges = useAllowedIps(group);
  const { data: current } = useCurrentIp(group);
  const mutation = useChangeAllowList(group);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  /** Makes the change, or asks first when the server answers that it would lock the person out. */
  const change = async (wanted: Change, accept_lockout = false): Promise<void> => {
    const shown = toast.progress(TOLD[wanted.kind].doing);
    try {
      await mutation.mutateAsync({ change: wanted, accept_lockout });
      shown.success(TOLD[wanted.kind].done);
      close();
    } catch (error) {
      const warning = lockoutWarning(error);
      if (warning === undefined) {
        shown.error(error);
      } else {
        shown.dismiss();
        setOpen({ what: 'lockout', change: wanted, warning });
      }
      throw error;
    }
  };
  const attempt = (wanted: Change): void => {
    // The toast or a dialog has already shown the error.
    change(wanted).catch(() => undefined);
  };

  const columns = useMemo(
    (): DataTableColumn<AllowedIp>[] => [
      {
        id: 'cidr',
        header: t`IP Range`,
        sortBy: ({ cidr }) => cidr,
        cell: ({ cidr }) => <code>{cidr}</code>,
      },
      { id: 'note', header: t`Note`, sortBy: ({ note }) => note, cell: ({ note }) => note },
      {
        id: 'created',
        header: t`Added`,
        sortBy: ({ created_at }) => created_at,
        cell: ({ created_at, creator }) => (
          <span title={`by ${creator}`}>
            <RelativeTime at={created_at} />
          </span>
        ),
      },
      {
        id: 'actions',
        header: t`Actions`,
        align: 'right',
        cell: (range) => (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <ActionIcon aria-label={`Edit ${range.cidr}`} onClick={() => setOpen({ what: 'range', range })}>
              <IconPencil size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Delete ${range.cidr}`}
              onClick={() => setOpen({ what: 'delete', range })}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Group>
        ),
      },
    ],
    [],
  );
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'range', range: null })}>
      Add allowed IP
    </Button>
  );
  return (
    <Stack gap="md">
      {!group.is_current_ip_allowed && current !== undefined && (
        <Banner level="warning">
          Your IP {current.ip} is not allowed to access workspace data in the group. Add it to the list.
        </Banner>
      )}
      <Card>
        <Group justify="space-between" align="center" gap="md">
          <Switch
            label="IP allow list"
            description={
              group.enable_allow_list
                ? 'Only the addresses below reach the data of this workgroup’s workspaces.'
                : 'Every address reaches the data, with credentials. Enable the list to let only some of them in.'
            }
            checked={group.enable_allow_list}
            disabled={mutation.isPending}
            onChange={(event) => attempt({ kind: event.currentTarget.checked ? 'enable' : 'disable' })}
          />
          <Text size="sm">
            Your IP <code>{current?.ip ?? '…'}</code>
          </Text>
        </Group>
      </Card>
      <Card flush>
        <DataTable
          label="Allowed IPs"
          columns={columns}
          rows={ranges.data}
          error={ranges.error}
          onRetry={() => void ranges.refetch()}
          rowKey={({ id }) => id}
          rowName={({ cidr }) => cidr}
          initialSort={{ id: 'created', desc: false }}
          filter={{ label: t`Filter allowed IPs` }}
          exportName={`${group.name}-allowed-ips`}
          tools={add}
          empty={
            <EmptyState
              icon={<IconShieldLock size={22} stroke={1.6} />}
              title="No allowed IPs"
              description={
                group.enable_allow_list
                  ? 'The list is enabled and empty: nobody reaches the data of this workgroup.'
                  : 'Add the addresses that you work from, then enable the list.'
              }
            />
          }
        />
      </Card>
      {open?.what === 'range' && (
        <RangeDialog
          workgroupId={group.workgroup_id}
          range={open.range}
          ip={current?.ip}
          onClose={close}
          onSave={(input) =>
            change(
              open.range === null
                ? { kind: 'add', ...input }
                : { kind: 'update', id: open.range.id, ...input },
            )
          }
        />
      )}
      {open?.what === 'delete' && (
        <ConfirmDestructive
          opened
          onClose={close}
          title={`Delete ${open.range.cidr}?`}
          losses={[
            group.enable_allow_list
              ? t`Whoever comes from ${open.range.cidr} (${open.range.note}) reaches the data no longer, at once`
              : t`The range ${open.range.cidr} (${open.range.note})`,
          ]}
          confirmLabel="Delete"
          onConfirm={() => change({ kind: 'delete', range: open.range })}
        />
      )}
      {open?.what === 'lockout' && (
        <ConfirmDestructive
          opened
          onClose={close}
          title="You would lock yourself out"
          description={open.warning}
          losses={[
            t`Your own access to the data of all workspaces of this workgroup, from where you are now`,
          ]}
          acknowledgements={[t`I know that I cannot reach the data from my current address any more`]}
          confirmLabel="Lock me out"
          onConfirm={() => change(open.change, true)}
        />
      )}
    </Stack>
  );
}
