/** The providers around every page: theme, colour scheme (system or the person's own, remembered), toasts. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { HintLayer } from '../Hint.tsx';
import { onFirstToast } from '../toasts.ts';
import './styles.ts';
import { cssVariables, theme } from './theme.ts';

/** Storage of the choice of light, dark or auto. */
const schemeManager = localStorageColorSchemeManager({ key: 'acacia.theme' });

export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      {children}
      <Toasts />
      <HintLayer />
    </MantineProvider>
  );
}

const ToastList = lazy(() => import('./ToastList.tsx'));

/** Renders nothing until the first toast. */
function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  ) : null;
}
