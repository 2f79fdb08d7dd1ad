/** The designer's shortcuts (specification part 4, section 9). */
import { t } from '@acacia/texts';
import { Kbd } from '@mantine/core';
import classes from './Designer.module.css';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  [t`V + click`, t`Create a vertex type`],
  [t`Drag from the border of a box`, t`Create an edge type`],
  ['Ctrl/Cmd + Z', t`Undo`],
  ['Ctrl/Cmd + Shift + Z', t`Redo`],
  ['Ctrl/Cmd + S', t`Save`],
  [t`Delete or Backspace`, t`Delete what is selected`],
  [t`Shift + click`, t`Select several`],
  ['Ctrl/Cmd + Shift + R', t`Show the whole schema`],
  [t`Scroll`, t`Zoom`],
  ['Escape', t`Close the panel`],
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
