/** 'Select workgroup' (specification part 1, section 2.5). */
import { said, t } from '@acacia/texts';
import '@acacia/ui/controls';
import { NO_CREATE_RIGHT, type Workgroup } from '@acacia/contract';
import { Form } from '@acacia/ui';
import { Button, Group, Modal, Radio, Select, Stack, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

export interface WorkgroupPickerProps {
  /** The workgroups that the person administers. */
  readonly groups: readonly Workgroup[];
  readonly mayCreateGroup: boolean;
  /** Id of a solution that the new workspace begins with. */
  readonly solution?: string | undefined;
  readonly onClose: () => void;
}

export default function WorkgroupPicker({ groups, mayCreateGroup, solution, onClose }: WorkgroupPickerProps) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<'new' | 'attach'>('attach');
  const [groupID, setGroupID] = useState<string | null>(
    groups.length === 1 ? (groups[0]?.workgroup_id ?? null) : null,
  );
  const [asked, setAsked] = useState(false);
  const submit = (): void => {
    setAsked(true);
    if (choice === 'new') void navigate({ to: '/groups/new', search: { solution } });
    else if (groupID !== null) {
      void navigate({ to: '/groups/$groupID/spaces/config', params: { groupID }, search: { solution } });
    }
  };
  return (
    <Modal opened onClose={onClose} title="Select workgroup" size={460}>
      <Form onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group
            aria-label="Workgroup"
            value={choice}
            onChange={(value) => setChoice(value === 'new' ? 'new' : 'attach')}
          >
            <Stack gap="sm">
              <Tooltip label={said(NO_CREATE_RIGHT)} disabled={mayCreateGroup} position="top-start">
                <div>
                  <Radio value="new" label="Create new workgroup" disabled={!mayCreateGroup} />
                </div>
              </Tooltip>
              <Radio value="attach" label="Attach to existing workgroup" />
            </Stack>
          </Radio.Group>
          {choice === 'attach' && (
            <Select
              label="Workgroup"
              placeholder="Select workgroup"
              searchable={groups.length > 8}
              data={groups.map((group) => ({ value: group.workgroup_id, label: group.name }))}
              value={groupID}
              onChange={setGroupID}
              error={asked && groupID === null ? t`Please select workgroup` : null}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
