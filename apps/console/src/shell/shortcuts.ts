/** All shortcuts of the console, for the `?` dialog. A feature adds its own group here. */
import { t } from '@acacia/texts';

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

/** `Mod` is written as the machine's own key: Ctrl or ⌘. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: t`Everywhere`,
    shortcuts: [
      { keys: ['Mod', 'K'], does: t`Search pages, workspaces and actions` },
      { keys: ['['], does: t`Collapse or expand the navigation` },
      { keys: ['?'], does: t`List the shortcuts` },
      { keys: ['Esc'], does: t`Close what is open` },
    ],
  },
  {
    title: t`Query editor`,
    shortcuts: [
      { keys: ['Mod', 'Enter'], does: t`Run the selection, or the statement at the cursor` },
      { keys: ['Mod', 'Shift', 'Enter'], does: t`Run the whole file` },
      { keys: ['Ctrl', 'Space'], does: t`Complete what is being written` },
      { keys: ['Shift', 'Alt', 'F'], does: t`Format the text` },
    ],
  },
  {
    title: t`Graphs`,
    shortcuts: [
      { keys: ['←', '↑', '→', '↓'], does: t`Go to a neighbour` },
      { keys: [t`Page Down`], does: t`Go to the next vertex; Page Up to the one before` },
      { keys: ['Enter'], does: t`Select; Space adds to the selection` },
      { keys: ['E'], does: t`Expand` },
      { keys: ['+', '-', '0'], does: t`Zoom in, zoom out, fit` },
      { keys: ['Mod', 'Z'], does: t`Undo; with Shift, redo` },
    ],
  },
];
