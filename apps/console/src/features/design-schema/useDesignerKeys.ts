/** The keys of the designer; `Shortcuts.tsx` lists them. */
import { useHotkeys } from '@mantine/hooks';

export interface DesignerCommands {
  readonly onSave: () => void;
  readonly onReset: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const HANDLED = { preventDefault: false } as const;

export function useDesignerKeys(commands: DesignerCommands): void {
  // From the fields of the panel as well, where the browser would save or reload the page.
  useHotkeys(
    [
      ['mod+S', command(commands.onSave), HANDLED],
      ['mod+shift+R', command(commands.onReset), HANDLED],
    ],
    [],
    true,
  );
  useHotkeys(
    [
      ['mod+Z', command(commands.onUndo), HANDLED],
      ['mod+shift+Z', command(commands.onRedo), HANDLED],
      ['Delete', command(commands.onRemove), HANDLED],
      ['Backspace', command(commands.onRemove), HANDLED],
      ['Escape', command(commands.onClose), HANDLED],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );
}

/** A shortcut's handler. The editor of the text has its own; keys of an open dialog or menu do not reach the draft. */
const command =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (!(event.target instanceof Element) || event.target.closest('[role="dialog"]') === null) act();
  };
