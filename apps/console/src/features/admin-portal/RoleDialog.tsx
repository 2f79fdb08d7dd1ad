/** Creates a role of the database, in one graph or the global scope, with its privileges. */
import { t } from '@acacia/texts';
import { GLOBAL_SCOPE, Privilege } from '@acacia/contract';
import { ActionButton, Form, toast, useOnTop } from '@acacia/ui';
import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scopeLabel } from '../workgroups/access/role-edits.ts';
import classes from './portal.module.css';
import type { PortalProps } from './portal-props.ts';

interface RoleDialogProps extends PortalProps {
  readonly onClose: () => void;
  readonly onCreated: () => Promise<void>;
}

export function RoleDialog({ workspace, client, onClose, onCreated }: RoleDialogProps) {
  const close = useOnTop(true, onClose);
  const [name, setName] = useState('');
  const [scope, setScope] = useState(GLOBAL_SCOPE);
  const [privileges, setPrivileges] = useState<readonly Privilege[]>([]);
  const { data: graphs = [] } = useQuery({
    queryKey: ['workspace', workspace.workspace_id, 'graph-names'],
    queryFn: async ({ signal }) => (await client.graphs({ signal })).map(({ graphName }) => graphName),
  });
  const create = useMutation({
    mutationFn: () => client.createRole(scope === GLOBAL_SCOPE ? null : scope, name.trim(), privileges),
    onSuccess: async () => {
      await onCreated();
      toast.success(t`The role ${name.trim()} was created.`);
      onClose();
    },
    onError: (error) => toast.error(error),
  });
  const missing =
    name.trim() === ''
      ? t`Enter a name.`
      : privileges.length === 0
        ? t`Choose a privilege: a role without any gives nothing.`
        : undefined;
  return (
    <Modal opened onClose={close} title="Create role" size={620}>
      <Form onSubmit={() => missing === undefined && create.mutate()}>
        <Stack gap="md">
          <TextInput
            label="Name"
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="On graph"
            allowDeselect={false}
            data={[GLOBAL_SCOPE, ...graphs].map((value) => ({ value, label: scopeLabel(value) }))}
            value={scope}
            onChange={(value) => setScope(value ?? GLOBAL_SCOPE)}
          />
          <Checkbox.Group
            label="Privileges"
            value={[...privileges]}
            onChange={(values) => setPrivileges(Privilege.options.filter((each) => values.includes(each)))}
          >
            <div className={classes.privileges}>
              {Privilege.options.map((privilege) => (
                <Checkbox key={privilege} value={privilege} label={privilege} />
              ))}
            </div>
          </Checkbox.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton type="submit" disabledReason={missing} loading={create.isPending}>
              Create
            </ActionButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
