/** Others changed what is staged: both values, and the choice. */
import { t } from '@acacia/texts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import classes from '../explore.module.css';
import { typedValue } from './attribute-value.ts';
import { differences, nameOfChange } from './edits.ts';
import type { Edits } from './useEdits.ts';

const REASONS = {
  exists: t`is there already`,
  gone: t`was deleted by somebody else`,
  changed: t`was changed by somebody else`,
} as const;

export function EditConflictDialog({ edits }: { readonly edits: Edits }) {
  const { staged, conflicts } = edits;
  if (conflicts.length === 0) return null;
  const [vertices, edges] = [[...staged.vertices], [...staged.edges]];
  return (
    <Modal opened onClose={edits.dismissConflicts} title="Others changed this meanwhile" size={560}>
      <Stack gap="md">
        <p className={classes.note}>Nothing was saved yet.</p>
        <ul className={classes.staged} aria-label="Conflicts">
          {conflicts.map(({ kind, index, reason, now }) => {
            const [key, change] = (kind === 'vertex' ? vertices : edges)[index] ?? [];
            if (key === undefined || change === undefined) return null;
            return (
              <li key={key}>
                <div className={classes.stagedHead}>
                  <strong>{nameOfChange(key, change)}</strong> {REASONS[reason]}
                </div>
                {now !== null && change.after !== null && (
                  <dl className={classes.diff}>
                    {differences(change).map(({ name, after }) => (
                      <div key={name}>
                        <dt>{name}</dt>
                        <dd>
                          now {typedValue(now[name]) || '—'}, yours <ins>{typedValue(after) || '—'}</ins>
                        </dd>
                      </div>
                    ))}
                  </dl>
                )}
              </li>
            );
          })}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={edits.keepTheirs}>
            Keep theirs
          </Button>
          <Button variant="default" loading={edits.busy} onClick={edits.overwrite}>
            Overwrite with mine
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
