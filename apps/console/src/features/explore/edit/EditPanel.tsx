/** Edits in the canvas: add, change and delete, staged with their differences, and saved in one transaction. */
import type { WireEdge, WireGraphSchema, WireVertex } from '@acacia/contract';
import { Notice } from '@acacia/ui';
import { edgeKey, shownName } from '../../workspace-tool/wire-graph.ts';
import classes from '../explore.module.css';
import { AddEdge, AddVertex } from './AddForms.tsx';
import type { WireAttributes } from './AttributeFields.tsx';
import { AttributesForm } from './AttributesForm.tsx';
import { StagedList } from './StagedList.tsx';
import type { Edits } from './useEdits.ts';

interface EditPanelProps {
  readonly schema: WireGraphSchema;
  readonly edits: Edits;
  readonly vertices: readonly WireVertex[];
  readonly edges: readonly WireEdge[];
  /** Why nothing can be edited, or not in one way; undefined: it can. */
  readonly refusals: {
    readonly change: string | undefined;
    readonly add: string | undefined;
    readonly remove: string | undefined;
  };
  readonly onAdded: (key: string) => void;
}

export function EditPanel(props: EditPanelProps) {
  const { schema, edits, vertices, edges, refusals } = props;
  if (refusals.change !== undefined) {
    return (
      <section className={classes.section} aria-label="Edit">
        <Notice tone="info" title="Nothing can be edited here">
          {refusals.change}
        </Notice>
      </section>
    );
  }
  const [vertex, second] = vertices;
  const [edge] = edges;
  const isOne = vertices.length + edges.length === 1;
  return (
    <>
      <StagedList edits={edits} />
      {isOne && vertex !== undefined && (
        <AttributesForm
          key={`${vertex.v_type}/${vertex.v_id} ${edits.version}`}
          title={`Change ${shownName(vertex.v_id)}`}
          attributes={attributesOf(schema.VertexTypes, vertex.v_type)}
          values={vertex.attributes}
          busy={edits.busy}
          deleteRefusal={refusals.remove}
          onChange={(after) =>
            edits.stageVertex({
              type: vertex.v_type,
              id: vertex.v_id,
              before: vertex.attributes,
              after: { ...vertex.attributes, ...after },
            })
          }
          onDelete={() =>
            edits.stageVertex({
              type: vertex.v_type,
              id: vertex.v_id,
              before: vertex.attributes,
              after: null,
            })
          }
        />
      )}
      {isOne && edge !== undefined && (
        <AttributesForm
          key={`${edgeKey(edge)} ${edits.version}`}
          title={`Change ${edge.e_type}`}
          attributes={attributesOf(schema.EdgeTypes, edge.e_type).filter(
            ({ IsDiscriminator }) => IsDiscriminator !== true,
          )}
          values={edge.attributes}
          busy={edits.busy}
          deleteRefusal={refusals.remove}
          onChange={(after) => {
            const { attributes, ...ends } = edge;
            edits.stageEdge({ ...ends, before: attributes, after: { ...attributes, ...after } });
          }}
          onDelete={() => {
            const { attributes, ...ends } = edge;
            edits.stageEdge({ ...ends, before: attributes, after: null });
          }}
        />
      )}
      {refusals.add === undefined ? (
        <>
          {vertex !== undefined && second !== undefined && vertices.length === 2 && edges.length === 0 && (
            <AddEdge schema={schema} vertices={[vertex, second]} edits={edits} />
          )}
          <AddVertex schema={schema} edits={edits} onAdded={props.onAdded} />
        </>
      ) : (
        <section className={classes.section}>
          <p className={classes.note}>{refusals.add}</p>
        </section>
      )}
    </>
  );
}

const attributesOf = (
  types: readonly { readonly Name: string; readonly Attributes: WireAttributes }[],
  type: string,
): WireAttributes => types.find(({ Name }) => Name === type)?.Attributes ?? [];
