/** The greeting after the first workspace, once in a browser. */
import type { Workspace } from '@acacia/contract';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { takeTour } from './take-tour.ts';

interface Welcome {
  /** The workspace for which the person is greeted; null: they are not. */
  readonly workspace: Workspace | null;
  readonly greet: (workspace: Workspace) => void;
  /** Ends the greeting. */
  readonly answer: (tour: boolean) => void;
}

export function useWelcome(): Welcome {
  const [greeted, setGreeted] = useLocalStorage({
    key: 'acacia.greeted',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  return {
    workspace,
    greet: (first) => {
      if (!greeted) setWorkspace(first);
    },
    answer: (tour) => {
      setGreeted(true);
      setWorkspace(null);
      // The dialog holds the focus until it is gone.
      if (tour) requestAnimationFrame(takeTour);
    },
  };
}
