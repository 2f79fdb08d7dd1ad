/** The floating panels: which are folded, remembered in the browser, and how much of the canvas they cover. */
import type { Insets } from '@acacia/graph-view';
import { useLocalStorage } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { insetsOf, NOTHING_FOLDED, type Folded } from './FloatingPanel.tsx';
import { FRAUD_GUIDE } from './investigation/fraud.ts';

interface Panels {
  readonly folded: Folded;
  readonly fold: (side: keyof Folded, folded: boolean) => void;
  readonly insets: Insets;
  /** The guide stands on the left; it is open whenever the address asks for it. */
  readonly isGuided: boolean;
}

const guideIn = ({ guide }: { readonly guide?: unknown }): boolean => guide === FRAUD_GUIDE;

export function usePanels(): Panels {
  const [kept, setKept] = useLocalStorage({
    key: 'acacia.explore.folded',
    defaultValue: NOTHING_FOLDED,
    getInitialValueInEffect: false,
  });
  const [foldsGuide, setFoldsGuide] = useState(false);
  const isGuided = useSearch({ strict: false, select: guideIn });
  const find = isGuided ? foldsGuide : kept.find;
  const { side } = kept;
  const insets = useMemo(() => insetsOf({ find, side }), [find, side]);
  return {
    folded: { find, side },
    fold: (which, folded) => {
      if (which === 'find' && isGuided) setFoldsGuide(folded);
      else setKept({ ...kept, [which]: folded });
    },
    insets,
    isGuided,
  };
}
