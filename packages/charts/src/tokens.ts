/** The console's colours for a canvas: read from the page, and again whenever the colour scheme changes. */
import { useSyncExternalStore } from 'react';

const SCHEME = 'data-mantine-color-scheme';

export interface Tokens {
  readonly ground: 'light' | 'dark';
  readonly ink: string;
  readonly inkDim: string;
  readonly hairline: string;
  readonly hairlineStrong: string;
  readonly surface: string;
  /** Colour of ranges without measurements. */
  readonly gap: string;
  readonly warning: string;
  readonly font: string;
}

function read(scheme: string | null): Tokens {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--acacia-${name}`).trim();
  return {
    ground: scheme === 'dark' ? 'dark' : 'light',
    ink: token('ink'),
    inkDim: token('ink-dim'),
    hairline: token('hairline'),
    hairlineStrong: token('hairline-strong'),
    surface: token('surface'),
    gap: token('idle-soft'),
    warning: token('warning'),
    font: getComputedStyle(document.body).fontFamily,
  };
}

let known: { readonly scheme: string | null; readonly tokens: Tokens } | null = null;

function current(): Tokens {
  const scheme = document.documentElement.getAttribute(SCHEME);
  if (known?.scheme !== scheme) known = { scheme, tokens: read(scheme) };
  return known.tokens;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}

export const useTokens = (): Tokens => useSyncExternalStore(subscribe, current);
