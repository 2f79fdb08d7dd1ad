/** Every shortcut of the console, as the `?` dialog lists them. A feature adds its own group here. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

/** `Mod` is written as the machine's own key: Ctrl or ⌘. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Mod', 'K'], does: 'Search pages, workspaces and actions' },
      { keys: ['['], does: 'Collapse or expand the navigation' },
      { keys: ['?'], does: 'List the shortcuts' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
];
