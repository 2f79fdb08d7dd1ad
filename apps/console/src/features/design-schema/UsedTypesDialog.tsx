/** Says why types were not deleted: graphs use them, or they belong to the global scope. */
import { comma } from '@acacia/texts';
import { Modal } from '@mantine/core';
import type { DraftEdge, DraftVertex } from './draft.ts';

interface UsedTypesDialogProps {
  readonly types: readonly (DraftVertex | DraftEdge)[];
  /** null: the global scope. */
  readonly graph: string | null;
  readonly usersOf: (type: string) => readonly string[];
  readonly onClose: () => void;
}

export function UsedTypesDialog({ types, graph, usersOf, onClose }: UsedTypesDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Delete type" size={480}>
      <p>
        {graph === null
          ? 'These types are used. Drop them from the graphs first.'
          : 'These types are global. Untick them among the global types to drop them from this graph; delete them in the global scope.'}
      </p>
      <ul>
        {types.map(({ key, name }) => (
          <li key={key}>{graph === null ? `${name}: used by ${usersOf(name).join(comma)}` : name}</li>
        ))}
      </ul>
    </Modal>
  );
}
