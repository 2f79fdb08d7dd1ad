/** What every page stands in: theme, colour scheme (system or the person's own, remembered), toasts. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import './styles.ts';
import { cssVariables, theme } from './theme.ts';

/** Where the choice of light, dark or auto is remembered. */
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
      <Notifications position="bottom-right" limit={4} autoClose={6000} />
      {children}
    </MantineProvider>
  );
}
