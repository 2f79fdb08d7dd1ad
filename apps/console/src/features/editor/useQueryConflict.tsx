/** A dialog in which a person merges the text of a query with a colleague's, while the runner waits for the answer. */
import { useCallback, useState, type ReactNode } from 'react';
import { ConflictDialog } from './files/ConflictDialog.tsx';
import type { QueryConflict } from './run/run-query.ts';

interface Waiting extends QueryConflict {
  readonly answer: (text: string | null) => void;
}

export interface QueryConflictDialog {
  /** Resolves with the merged text; null: the person closed the dialog. */
  readonly merge: (found: QueryConflict) => Promise<string | null>;
  readonly dialog: ReactNode;
}

export function useQueryConflict(): QueryConflictDialog {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const merge = useCallback(
    (found: QueryConflict) =>
      new Promise<string | null>((resolve) => {
        setWaiting({
          ...found,
          answer: (text) => {
            setWaiting(null);
            resolve(text);
          },
        });
      }),
    [],
  );
  if (waiting === null) return { merge, dialog: null };
  const { name, graph, mine, theirs, answer } = waiting;
  const document = { name, text: mine, base: null, theirs: { version: 0, content: theirs, updated_by: '' } };
  return {
    merge,
    dialog: (
      <ConflictDialog
        title={`${name} was changed in ${graph}`}
        document={document}
        onResolve={answer}
        onClose={() => answer(null)}
      />
    ),
  };
}
