/** The box of a vertex type. Zoomed out, it shows the name alone, in letters of one size on the screen. */
import { t } from '@acacia/texts';
import { typeText } from '@acacia/language';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { createContext, memo, use } from 'react';
import { BreakingName } from './BreakingName.tsx';
import type { DraftVertex } from '../draft.ts';
import { SHOWN_ATTRIBUTES } from '../layout/layout-of-draft.ts';
import { NODE_WIDTH } from '../layout/shapes.ts';
import { TypeMark } from '../../workspace-tool/type-icons.tsx';
import { pictureOf } from '../../workspace-tool/type-pictures.ts';
import classes from './SchemaCanvas.module.css';

interface VertexData extends Record<string, unknown> {
  readonly vertex: DraftVertex;
  readonly faulty: boolean;
}
export type VertexNode = Node<VertexData, 'vertex'>;

/** How boxes are drawn at the zoom of the moment. */
export interface Detail {
  readonly namesAlone: boolean;
  /** Names have outgrown their boxes and lie above them (`FarNames`). */
  readonly outside: boolean;
}
export const DetailContext = createContext<Detail>({ namesAlone: false, outside: false });

const SIDES = [Position.Top, Position.Right, Position.Bottom, Position.Left];

export const VertexBox = memo(function VertexBox({ data, selected, height }: NodeProps<VertexNode>) {
  const { vertex, faulty } = data;
  const { namesAlone, outside } = use(DetailContext);
  const name = vertex.name === '' ? t`(no name)` : vertex.name;
  return (
    <div
      className={classes.vertex}
      data-selected={selected || undefined}
      data-faulty={faulty || undefined}
      data-unsaved={!vertex.saved || undefined}
      data-foreign={vertex.foreign || undefined}
      title={namesAlone ? name : undefined}
      style={{ width: NODE_WIDTH, height, '--type-color': vertex.color } as React.CSSProperties}
    >
      <Handle type="target" position={Position.Left} className={classes.target} isConnectableStart={false} />
      {namesAlone ? (
        <div className={classes.alone}>
          {!outside && (
            <span>
              <BreakingName name={name} />
            </span>
          )}
        </div>
      ) : (
        <Details vertex={vertex} name={name} />
      )}
      {SIDES.map((side) => (
        <Handle
          key={side}
          id={side}
          type="source"
          position={side}
          className={classes.source}
          data-side={side}
        />
      ))}
    </div>
  );
});

function Details({ vertex, name }: { readonly vertex: DraftVertex; readonly name: string }) {
  const { parts = [] } = vertex;
  // The attributes of a key come first, in its order.
  const keys = parts.flatMap((part) => vertex.attributes.filter((attribute) => attribute.name === part));
  const others = vertex.attributes.filter((attribute) => !keys.includes(attribute));
  const rows = [
    ...[...keys, ...others].map(({ key, name: text, type }) => ({ key, text, type: typeText(type) })),
    ...vertex.vectors.map(({ key, name: text, dimension }) => ({ key, text, type: `VECTOR(${dimension})` })),
  ];
  const rest = rows.length - SHOWN_ATTRIBUTES;
  return (
    <>
      <div className={classes.name}>
        <TypeMark icon={pictureOf(vertex.icon, name)} color={vertex.color} />
        <span className={classes.text}>{name}</span>
      </div>
      <ul className={classes.attributes}>
        {vertex.parts === undefined && (
          <li>
            <span className={classes.key}>{vertex.idName}</span>
            <span>{vertex.idType}</span>
          </li>
        )}
        {rows.slice(0, SHOWN_ATTRIBUTES).map(({ key, text, type }) => (
          <li key={key}>
            <span className={parts.includes(text) ? classes.key : undefined}>{text}</span>
            <span>{type}</span>
          </li>
        ))}
        {rest > 0 && <li className={classes.more}>{rest} more</li>}
      </ul>
    </>
  );
}
