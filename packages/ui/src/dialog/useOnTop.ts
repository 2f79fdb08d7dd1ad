/** Dialogs above dialogs: the library tells Escape to every open one, and only the one on top may take it. */
import { useEffect, useId } from 'react';

/** Ids of the open dialogs, the one on top last. */
const open: string[] = [];

/** @returns `onClose` as a dialog is to be given it: it does nothing while another dialog is above */
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
