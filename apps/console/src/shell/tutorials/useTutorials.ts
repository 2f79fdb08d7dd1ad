/** Whether the tutorials are open, with which chapter, and what had the focus before. */
import { useRef, useState } from 'react';

/** An opening of the tutorials. */
interface Opening {
  /** Undefined: the page's own. */
  readonly chapter: number | undefined;
  readonly time: number;
}

export interface Tutorials {
  /** Null while they are closed. */
  readonly opening: Opening | null;
  readonly open: (chapter?: number) => void;
  readonly close: () => void;
}

export function useTutorials(): Tutorials {
  const [opening, setOpening] = useState<Opening | null>(null);
  const opener = useRef<Element | null>(null);
  return {
    opening,
    open: (chapter) => {
      opener.current = document.activeElement;
      setOpening((before) => ({ chapter, time: (before?.time ?? 0) + 1 }));
    },
    close: () => {
      setOpening(null);
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
    },
  };
}
