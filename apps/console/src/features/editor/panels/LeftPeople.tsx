/** Files of people who have left the organisation, for its admins: to be taken over or deleted. */
import { t } from '@acacia/texts';
import type { LeftFiles } from '@acacia/contract';
import { ConfirmDestructive, formatNumber, toast } from '@acacia/ui';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../../data/me.ts';
import { useServices } from '../../../services/services.ts';
import { leftFilesQuery } from '../files/file-queries.ts';
import classes from './panels.module.css';

const counted = (files: number): string =>
  files === 1 ? t`${formatNumber(files)} file` : t`${formatNumber(files)} files`;

export function LeftPeople({ onChanged }: { readonly onChanged: () => Promise<unknown> }) {
  const services = useServices();
  const { cloud } = services;
  const may = useCan()('file.manage');
  const left = useQuery({ ...leftFilesQuery(services), enabled: may });
  const [deleting, setDeleting] = useState<LeftFiles | null>(null);
  if (left.data === undefined || left.data.length === 0) return null;
  const changed = () => Promise.all([left.refetch(), onChanged()]);
  const takeOver = async (user_id: string) => {
    const { name } = await cloud.takeOverLeftFiles({ params: { user_id } });
    await changed();
    toast.success(t`The files are in your folder ‘${name}’.`);
  };
  return (
    <>
      <h2 className={classes.heading}>Of people who have left</h2>
      <ul className={classes.tree} aria-label="Files of people who have left">
        {left.data.map((each) => (
          <li key={each.owner.user_id} className={classes.item}>
            <span className={classes.open}>
              <span className={classes.names}>
                <span className={classes.name}>{each.owner.email}</span>
                <span className={classes.note}>{counted(each.files)}</span>
              </span>
            </span>
            <Menu>
              <Menu.Target>
                <ActionIcon size="sm" aria-label={`Actions for the files of ${each.owner.email}`}>
                  <IconDots size={15} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void takeOver(each.owner.user_id).catch(toast.error)}>
                  Take over
                </Menu.Item>
                <Menu.Item color="var(--acacia-negative)" onClick={() => setDeleting(each)}>
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      {deleting !== null && (
        <ConfirmDestructive
          opened
          title={`Delete the files of ${deleting.owner.email}?`}
          losses={[t`${counted(deleting.files)}, also for those they are shared with`]}
          confirmLabel="Delete files"
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await cloud.deleteLeftFiles({ params: { user_id: deleting.owner.user_id } });
            await changed();
          }}
        />
      )}
    </>
  );
}
