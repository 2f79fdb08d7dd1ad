/** Gives a person of the organisation a role. */
import '@mantine/core/styles/Combobox.layer.css';
import { ROLE_LABELS, type Member } from '@acacia/contract';
import { errorText, Form, toast } from '@acacia/ui';
import { Autocomplete, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { rolesAt, useSetRole, useUsers, type GivenRole, type Place } from './members.ts';

const BRINGS: Readonly<Record<GivenRole, string>> = {
  'workgroup-admins':
    'Creates and manages all workspaces of this workgroup, and who reaches them; superuser in their databases.',
  'workspace-admins': 'Manages this workspace and who reaches it; superuser in its database.',
  'workspace-users':
    'Uses this workspace; global observer in its database, which may be given more roles inside.',
};

interface AddMemberProps {
  readonly place: Place;
  readonly placeName: string;
  /** People who have a role there already. */
  readonly members: readonly Member[];
  readonly onClose: () => void;
}

export function AddMember({ place, placeName, members, onClose }: AddMemberProps) {
  const { data: users = [] } = useUsers();
  const roles = rolesAt(place);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>(roles[0] ?? 'workspace-users');
  const [problem, setProblem] = useState<string | null>(null);
  const set = useSetRole(place);
  const known = new Set(members.map((member) => member.email));
  const submit = (): void => {
    const wanted = email.trim();
    if (!wanted.includes('@')) {
      setProblem('Please enter a valid email address');
      return;
    }
    set.mutate(
      { email: wanted, role },
      {
        onSuccess: (member) => {
          toast.success(`${member.email} is ${ROLE_LABELS[role]} of ${placeName}.`);
          onClose();
        },
        onError: (error) => setProblem(errorText(error)),
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={`Give a role in ${placeName}`} size={480}>
      <Form onSubmit={submit}>
        <Stack gap="md">
          <Autocomplete
            label="Email"
            description="Of a person of your organization"
            data={users.map((user) => user.email).filter((each) => !known.has(each))}
            limit={50}
            value={email}
            onChange={(value) => {
              setEmail(value);
              setProblem(null);
            }}
            error={problem}
            spellCheck={false}
            data-autofocus
            openOnFocus={false}
          />
          <Select
            label="Role"
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: ROLE_LABELS[value] }))}
            value={role}
            onChange={(value) => {
              const chosen = roles.find((each) => each === value);
              if (chosen !== undefined) setRole(chosen);
            }}
          />
          <Text size="sm" c="dimmed">
            {BRINGS[role]}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={set.isPending}>
              Give role
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
