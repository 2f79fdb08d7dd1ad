/** The one theme: accent and neutral scales, sizes, and the defaults of the library's components. */
import { t } from '@acacia/texts';
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import type { MouseEvent } from 'react';

const ACACIA: MantineColorsTuple = [
  '#eef7f1',
  '#d9ede0',
  '#b4dcc3',
  '#8ccba5',
  '#5bbf86',
  '#43a26d',
  '#388f5d',
  '#2f7d4f',
  '#25653f',
  '#194a2d',
];
/** Neutrals, slightly warm. */
const GRAY: MantineColorsTuple = [
  '#fbfaf8',
  '#f4f2ee',
  '#e9e6e0',
  '#dcd8d0',
  '#c8c3b9',
  '#a39c90',
  '#78716a',
  '#57524b',
  '#37342f',
  '#1f1d1a',
];
const DARK: MantineColorsTuple = [
  '#ece9e3',
  '#cbc6bd',
  '#a8a196',
  '#7c766c',
  '#4d4942',
  '#3a3732',
  '#2a2825',
  '#1e1c1a',
  '#171614',
  '#0f0e0d',
];
const RED: MantineColorsTuple = [
  '#fdf0ef',
  '#fad9d6',
  '#f5b5b0',
  '#f28b82',
  '#e5645a',
  '#d5443a',
  '#c4342b',
  '#b3261e',
  '#941d17',
  '#701511',
];

/** Floating elements are rendered beside the navigation, and still cover the whole window. */
const OVER_THE_WINDOW = { insetInlineStart: 0 };

/** Fonts of systems for Chinese; without them characters are drawn as in Japan, and in code with serifs. */
const CHINESE = "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'";

/** The second click of a double click on the button that opened a dialog falls beside the dialog, and would close it. */
function keepOpen(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

export const theme = createTheme({
  primaryColor: 'acacia',
  primaryShade: { light: 7, dark: 4 },
  colors: { acacia: ACACIA, gray: GRAY, dark: DARK, red: RED },
  autoContrast: true,
  // The library takes the light theme's shade to choose the ink; in dark the accent is light and wants dark ink.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const accent = input.color === undefined || input.color === input.theme.primaryColor;
    return input.variant === 'filled' && accent
      ? { ...colors, color: 'var(--mantine-primary-color-contrast)' }
      : colors;
  },
  black: '#1f1d1a',
  fontFamily: `'Inter Variable', Inter, system-ui, ${CHINESE}, sans-serif`,
  fontFamilyMonospace: `'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, ${CHINESE}, monospace`,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.45' },
    },
  },
  breakpoints: { xs: '36em', sm: '48em', md: '64em', lg: '80em', xl: '100em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 550 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: {
      styles: {
        label: { marginBottom: 4, fontWeight: 550 },
        description: { fontSize: 12.5 },
        error: { fontSize: 12.5 },
      },
    },
    Switch: { styles: { description: { fontSize: 12.5 } } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    Tooltip: {
      defaultProps: {
        withArrow: false,
        openDelay: 300,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
    // Inside a landmark, so that screen readers find floating elements (AppFrame).
    Portal: { defaultProps: { target: '#overlays' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Modal: {
      defaultProps: {
        radius: 'md',
        centered: true,
        padding: 'lg',
        closeButtonProps: { 'aria-label': t`Close` },
        overlayProps: { onClickCapture: keepOpen },
      },
      styles: { title: { fontWeight: 600, fontSize: 16 }, inner: OVER_THE_WINDOW },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': t`Close` },
        overlayProps: { onClickCapture: keepOpen },
      },
      styles: { inner: OVER_THE_WINDOW },
    },
    Spotlight: { styles: { inner: OVER_THE_WINDOW } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

/** Points the library's variables at the console's own, so that both draw from one set. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--acacia-surface)',
    '--mantine-color-text': 'var(--acacia-ink)',
    '--mantine-color-dimmed': 'var(--acacia-ink-dim)',
    '--mantine-color-default': 'var(--acacia-surface)',
    '--mantine-color-default-hover': 'var(--acacia-hover)',
    '--mantine-color-default-border': 'var(--acacia-hairline-strong)',
    '--mantine-color-anchor': 'var(--acacia-accent-ink)',
    '--mantine-color-error': 'var(--acacia-negative)',
    '--mantine-color-placeholder': 'var(--acacia-ink-dim)',
    '--mantine-shadow-xs': 'none',
    '--mantine-shadow-sm': 'none',
    '--mantine-shadow-md': 'var(--acacia-shadow)',
    '--mantine-shadow-lg': 'var(--acacia-shadow)',
    '--mantine-shadow-xl': 'var(--acacia-shadow)',
  };
  const dark = {
    ...shared,
    // The library's own are those of fields that can be used, and the red of texts is white.
    '--mantine-color-disabled': 'var(--acacia-sunken)',
    '--mantine-color-disabled-border': 'var(--acacia-hairline)',
    '--mantine-color-red-light-color': 'var(--acacia-negative)',
  };
  return { variables: {}, light: shared, dark };
};
