/** Asks for a name, and for a folder where a file is stored. */
import { t } from '@acacia/texts';
import { fileNameProblem, normalFileName } from '@acacia/contract';
import { errorText } from '@acacia/ui';
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { namesBeside, foldersAbove, type FileOutline } from './tree.ts';

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  /** Account whose files the name must be free among. */
  readonly owner: string;
  readonly files: readonly FileOutline[];
  readonly parentId: string | null;
  /** Lets the person choose among their folders too. */
  readonly withFolder?: boolean;
  /** Whether the name that it has now is taken by itself. */
  readonly renames?: boolean;
  /** @throws Error with a sentence, which is shown below the name */
  readonly onDone: (name: string, parentId: string | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The value of the select for the top. */
const TOP = '';

export function NameDialog(props: NameDialogProps) {
  const { title, action, owner, files, withFolder = false, renames = false, onClose } = props;
  const [name, setName] = useState(props.name);
  const [parentId, setParentId] = useState(props.parentId);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const wanted = normalFileName(name);
  const isTaken = namesBeside(files, owner, parentId).has(wanted) && !(renames && wanted === props.name);
  const problem = fileNameProblem(name) ?? (isTaken ? t`There is a file named ${wanted} already.` : null);
  const folders = files.filter((file) => file.is_folder && file.owner.user_id === owner);
  const submit = async () => {
    if (problem !== null || busy) return;
    setBusy(true);
    try {
      await props.onDone(wanted, parentId);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            value={name}
            error={
              (name === props.name && failure === '' ? null : problem) ??
              (failure === '' ? undefined : failure)
            }
            onChange={(event) => {
              setName(event.currentTarget.value);
              setFailure('');
            }}
          />
          {withFolder && folders.length > 0 && (
            <Select
              label="Folder"
              allowDeselect={false}
              value={parentId ?? TOP}
              onChange={(value) => setParentId(value === TOP ? null : value)}
              data={[
                { value: TOP, label: t`Top` },
                ...folders.map((folder) => ({
                  value: folder.file_id,
                  label: [...foldersAbove(files, folder.file_id), folder]
                    .map((each) => each.name)
                    .join(' / '),
                })),
              ]}
            />
          )}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={problem !== null} loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
