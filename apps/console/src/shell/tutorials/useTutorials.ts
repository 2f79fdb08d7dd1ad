/** Whether the tutorials are open, where, and what had the focus before. */
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { atChapter, placeAt, type Place } from './place.ts';

export interface Tutorials {
  /** Null while they are closed. */
  readonly place: Place | null;
  readonly open: (chapter?: number) => void;
  readonly go: (place: Place) => void;
  readonly close: () => void;
}

export function useTutorials(): Tutorials {
  const router = useRouter();
  const [place, setPlace] = useState<Place | null>(null);
  const opener = useRef<Element | null>(null);
  return {
    place,
    open: (chapter) => {
      opener.current = document.activeElement;
      setPlace(chapter === undefined ? placeAt(router.state.location.pathname) : atChapter(chapter));
    },
    go: setPlace,
    close: () => {
      setPlace(null);
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
    },
  };
}
