/**
 * The providers around every page: theme, colour scheme (system or the person's own, remembered), toasts; and keys of
 * input methods are kept from fields.
 */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { keepCompositions } from '../form/compositions.ts';
import { HintLayer } from '../Hint.tsx';
import { onFirstToast } from '../toasts.ts';
import './styles.ts';
import { cssVariables, theme } from './theme.ts';

/** Storage of the choice of light, dark or auto. */
const schemeManager = localStorageColorSchemeManager({ key: 'acacia.theme' });

export function UiProvider({ children }: { readonly children: ReactNode }) {
  useEffect(() => keepCompositions(window), []);
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

/** Renders nothing until the first toast. */
function Toasts() {
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = (): void => {
      const loaded = import('./ToastList.tsx').then((module) => setList(() => module.default));
      // Without a network the toasts wait for the next one, or until it is back.
      loaded.catch(() => window.addEventListener('online', load, { once: true }));
    };
    const stop = onFirstToast(load);
    return () => {
      stop();
      window.removeEventListener('online', load);
    };
  }, []);
  return List === null ? null : <List />;
}
