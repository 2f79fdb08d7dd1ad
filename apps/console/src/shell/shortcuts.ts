/** All shortcuts of the console, for the `?` dialog. A feature adds its own group here. */
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
  {
    title: 'Query editor',
    shortcuts: [
      { keys: ['Mod', 'Enter'], does: 'Run the selection, or the statement at the cursor' },
      { keys: ['Mod', 'Shift', 'Enter'], does: 'Run the whole file' },
      { keys: ['Ctrl', 'Space'], does: 'Complete what is being written' },
      { keys: ['Shift', 'Alt', 'F'], does: 'Format the text' },
    ],
  },
  {
    title: 'Graphs',
    shortcuts: [
      { keys: ['←', '↑', '→', '↓'], does: 'Go to a neighbour' },
      { keys: ['Page Down'], does: 'Go to the next vertex; Page Up to the one before' },
      { keys: ['Enter'], does: 'Select; Space adds to the selection' },
      { keys: ['E'], does: 'Expand' },
      { keys: ['+', '-', '0'], does: 'Zoom in, zoom out, fit' },
      { keys: ['Mod', 'Z'], does: 'Undo; with Shift, redo' },
    ],
  },
];
