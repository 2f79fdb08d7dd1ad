/** The designer's shortcuts (specification part 4, section 9). */
import { Kbd } from '@mantine/core';
import classes from './Designer.module.css';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['V + click', 'Create a vertex type'],
  ['Drag from the border of a box', 'Create an edge type'],
  ['Ctrl/Cmd + Z', 'Undo'],
  ['Ctrl/Cmd + Shift + Z', 'Redo'],
  ['Ctrl/Cmd + S', 'Save'],
  ['Delete or Backspace', 'Delete what is selected'],
  ['Shift + click', 'Select several'],
  ['Ctrl/Cmd + Shift + R', 'Show the whole schema'],
  ['Scroll', 'Zoom'],
  ['Escape', 'Close the panel'],
];

export function Shortcuts() {
  return (
    <dl className={classes.shortcuts}>
      {SHORTCUTS.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            <Kbd size="xs">{keys}</Kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
