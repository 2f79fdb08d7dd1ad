/** Two people saved one exploration: both pictures are kept until the person has decided. */
import { t } from '@acacia/texts';
import { formatNumber, toast } from '@acacia/ui';
import { Button, Modal, Stack } from '@mantine/core';
import classes from '../explore.module.css';
import type { Saved } from './useSaved.ts';

interface SavedConflictDialogProps {
  readonly saved: Saved;
  /** Vertices and edges on the canvas. */
  readonly mine: { readonly vertices: number; readonly edges: number };
}

const size = ({ vertices, edges }: SavedConflictDialogProps['mine']): string =>
  t`${formatNumber(vertices)} vertices and ${formatNumber(edges)} edges`;

export function SavedConflictDialog({ saved, mine }: SavedConflictDialogProps) {
  const { conflict } = saved;
  if (conflict === null) return null;
  const { theirs, name } = conflict;
  const who = theirs.updated_by === '' ? t`Somebody` : theirs.updated_by;
  const act = (work: () => Promise<void>) => () => void work().catch(toast.error);
  return (
    <Modal opened onClose={saved.dismissConflict} title={`${name} was saved by two people`} size={520}>
      <Stack gap="md">
        <p className={classes.note}>
          {who} saved version {theirs.version} with{' '}
          {size({ vertices: theirs.document.vertices.length, edges: theirs.document.edges.length })}. Your
          canvas has {size(mine)}. Nothing was overwritten.
        </p>
        <Button data-autofocus loading={saved.busy} onClick={act(saved.mergeBoth)}>
          Save both together
        </Button>
        <p className={classes.note}>All vertices and edges of both; places, filters and styles are yours.</p>
        <Button variant="default" disabled={saved.busy} onClick={act(() => saved.saveAs(t`${name} copy`))}>
          Save mine as a copy
        </Button>
        <Button variant="default" disabled={saved.busy} onClick={act(() => saved.takeTheirs('theirs'))}>
          Show theirs
        </Button>
        <Button variant="default" disabled={saved.busy} onClick={act(() => saved.takeTheirs('mine'))}>
          Show theirs with my filters and styles
        </Button>
        <p className={classes.note}>
          Either takes their vertices, edges and places. Undo brings back what you had, with its filters,
          groups and styles.
        </p>
      </Stack>
    </Modal>
  );
}
