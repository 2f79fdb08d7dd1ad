/** The place of the canvas: the schema as a drawing, or the reason why there is none and the way to a first type. */
import { EmptyState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconCircle } from '@tabler/icons-react';
import { SchemaCanvas, type SchemaCanvasProps } from './canvas/SchemaCanvas.tsx';
import { TooLarge } from './canvas/TooLarge.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import type { Drawing } from './useDrawing.ts';
import classes from './Designer.module.css';

interface CanvasPlaceProps extends Omit<SchemaCanvasProps, 'draft' | 'arrangement' | 'onCreateVertex'> {
  readonly drawing: Drawing;
  /** The person has no right to create types. */
  readonly refused: boolean;
  /** @param position of the new box; null: the layout chooses it */
  readonly onCreateVertex: SchemaCanvasProps['onCreateVertex'] & ((position: null) => void);
}

export function CanvasPlace({ drawing, refused, ...props }: CanvasPlaceProps) {
  const { shown, tooLarge, arrangement } = drawing;
  if (tooLarge) return <TooLarge />;
  if (shown.vertices.length === 0) {
    return (
      <EmptyState
        title="This graph has no types yet"
        description={
          refused
            ? 'You are not allowed to create types in this graph, please contact your administrator'
            : 'Create a vertex type for each kind of thing, then join them with edge types.'
        }
        action={
          props.readOnly ? undefined : (
            <div className={classes.start}>
              <Button leftSection={<IconCircle size={15} />} onClick={() => props.onCreateVertex(null)}>
                Create vertex
              </Button>
              <Shortcuts />
            </div>
          )
        }
      />
    );
  }
  if (arrangement === undefined) return null;
  return <SchemaCanvas {...props} draft={shown} arrangement={arrangement} />;
}
