/** Context menu of the canvas; all of its actions are also in the panels. */
import type { ContextMenuTarget } from '@acacia/graph-view';
import { Menu } from '@mantine/core';
import classes from './explore.module.css';
import { groupAt } from './view/visible.ts';

interface CanvasMenuProps {
  readonly target: ContextMenuTarget;
  /** The canvas is empty. */
  readonly empty: boolean;
  readonly undoable: boolean;
  readonly onClose: () => void;
  readonly onExpand: (key: string) => void;
  readonly onHide: (key: string) => void;
  readonly onRemove: (vertices: readonly string[], edges: readonly string[]) => void;
  readonly onKeep: (key: string) => void;
  readonly onSelectAll: () => void;
  readonly onUndo: () => void;
}

export function CanvasMenu({ target: { node, edge, clientX, clientY }, onClose, ...on }: CanvasMenuProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Canvas menu"
          className={classes.anchor}
          style={{ left: clientX, top: clientY }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {node !== null && (
          <>
            <Menu.Label>{node.label}</Menu.Label>
            {groupAt(node.id) === null ? (
              <>
                <Menu.Item onClick={() => on.onExpand(node.id)}>Expand neighbours</Menu.Item>
                <Menu.Item onClick={() => on.onHide(node.id)}>Hide</Menu.Item>
                <Menu.Item onClick={() => on.onRemove([node.id], [])}>Remove</Menu.Item>
                <Menu.Item onClick={() => on.onKeep(node.id)}>Keep only this</Menu.Item>
              </>
            ) : (
              <Menu.Item onClick={() => on.onExpand(node.id)}>Unfold</Menu.Item>
            )}
          </>
        )}
        {node === null && edge !== null && (
          <>
            <Menu.Label>{edge.label ?? edge.type}</Menu.Label>
            <Menu.Item onClick={() => on.onRemove([], edge.members ?? [edge.id])}>Remove</Menu.Item>
          </>
        )}
        {node === null && edge === null && (
          <>
            <Menu.Item disabled={on.empty} onClick={on.onSelectAll}>
              Select all vertices
            </Menu.Item>
            <Menu.Item disabled={!on.undoable} onClick={on.onUndo}>
              Undo
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
