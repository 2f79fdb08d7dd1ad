/** Dialogs above dialogs: the library passes Escape to every open one, and only the one on top may take it. */
import { useEffect, useId } from 'react';

/** Ids of the open dialogs, the one on top last. */
const open: string[] = [];

/** @returns the `onClose` to pass to a dialog: it does nothing while another dialog is above */
export function useOnTop(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    open.push(id);
    return () => {
      open.splice(open.indexOf(id), 1);
    };
  }, [opened, id]);
  return () => {
    if (open.at(-1) === id) onClose();
  };
}
