/**
 * Colours of the editor for both themes, by their CSS variable `--gsql-…`. Those of surfaces default to the console's
 * variable, then to a value, so that the editor also works alone. Those of code and its selection are the editor's own:
 * each is readable on the ground and on the selection.
 */

export const LIGHT = {
  '--gsql-ground': 'var(--acacia-surface, #ffffff)',
  '--gsql-raised': 'var(--acacia-surface, #ffffff)',
  '--gsql-ink': 'var(--acacia-ink, #1f1d1a)',
  '--gsql-dim': 'var(--acacia-ink-dim, #655f56)',
  '--gsql-line': 'var(--acacia-hairline, rgb(31 29 26 / 10%))',
  '--gsql-line-strong': 'var(--acacia-hairline-strong, rgb(31 29 26 / 18%))',
  '--gsql-accent': 'var(--acacia-accent, #2f7d4f)',
  '--gsql-active': 'var(--acacia-hover, #f0ede8)',
  '--gsql-selection': '#96c5a8',
  '--gsql-error': 'var(--acacia-negative, #b3261e)',
  '--gsql-warning': 'var(--acacia-warning, #8a5a00)',
  '--gsql-keyword': '#1b4f31',
  '--gsql-type': '#164a80',
  '--gsql-function': '#5a3390',
  '--gsql-number': '#783800',
  '--gsql-string': '#86203f',
  '--gsql-comment': '#4d4841',
  '--gsql-accumulator': '#005358',
  '--gsql-operator': '#403c36',
};

export const DARK: typeof LIGHT = {
  '--gsql-ground': 'var(--acacia-surface, #1e1c1a)',
  '--gsql-raised': 'var(--acacia-surface, #1e1c1a)',
  '--gsql-ink': 'var(--acacia-ink, #ece9e3)',
  '--gsql-dim': 'var(--acacia-ink-dim, #a8a196)',
  '--gsql-line': 'var(--acacia-hairline, rgb(255 248 236 / 10%))',
  '--gsql-line-strong': 'var(--acacia-hairline-strong, rgb(255 248 236 / 20%))',
  '--gsql-accent': 'var(--acacia-accent, #5bbf86)',
  '--gsql-active': 'var(--acacia-hover, #292724)',
  '--gsql-selection': '#2f5440',
  '--gsql-error': 'var(--acacia-negative, #f28b82)',
  '--gsql-warning': 'var(--acacia-warning, #e5b454)',
  '--gsql-keyword': '#83d6a5',
  '--gsql-type': '#93c2f7',
  '--gsql-function': '#d0b3f4',
  '--gsql-number': '#f2b684',
  '--gsql-string': '#f5a8be',
  '--gsql-comment': '#c3bcb0',
  '--gsql-accumulator': '#78d5d9',
  '--gsql-operator': '#cbc5ba',
};
