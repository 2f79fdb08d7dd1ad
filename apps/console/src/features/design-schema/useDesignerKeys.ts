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
  // A text field has an undo of its own; a box that was ticked, or a choice that was made, keeps the focus and has none.
  useHotkeys(
    [
      ['mod+Z', command(commands.onUndo, isTextField), HANDLED],
      ['mod+shift+Z', command(commands.onRedo, isTextField), HANDLED],
    ],
    ['TEXTAREA'],
  );
  useHotkeys(
    [
      ['Delete', command(commands.onRemove), HANDLED],
      ['Backspace', command(commands.onRemove), HANDLED],
      ['Escape', command(commands.onClose), HANDLED],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );
}

/** Kinds of inputs without a text that is typed. */
const NO_TEXT: ReadonlySet<string> = new Set(['checkbox', 'color', 'radio']);

const isTextField = (target: Element): boolean =>
  target instanceof HTMLInputElement &&
  !NO_TEXT.has(target.type) &&
  // The field of a list is one while its list is searched.
  (target.getAttribute('aria-haspopup') !== 'listbox' || target.getAttribute('aria-expanded') === 'true');

/**
 * A shortcut's handler. The editor of the text has its own; keys of an open dialog or menu do not reach the draft.
 * @param isOwn whether an element has a use of its own for the keys
 */
const command =
  (act: () => void, isOwn: (target: Element) => boolean = () => false) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented || (event.target instanceof Element && isOwn(event.target))) return;
    event.preventDefault();
    if (!(event.target instanceof Element) || event.target.closest('[role="dialog"]') === null) act();
  };
