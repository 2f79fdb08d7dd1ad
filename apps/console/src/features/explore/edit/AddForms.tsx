/** The forms that stage a new vertex, and a new edge between two selected vertices. */
import { t } from '@acacia/texts';
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import { Form } from '@acacia/ui';
import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { endsOfType, walkableEdgeTypes } from '../../workspace-tool/graph-queries.ts';
import { shownName } from '../../workspace-tool/wire-graph.ts';
import classes from '../explore.module.css';
import { useAttributeFields, type WireAttributes } from './AttributeFields.tsx';
import { typedValue } from './attribute-value.ts';
import type { Edits } from './useEdits.ts';

interface AddFormProps {
  readonly title: string;
  readonly button: string;
  /** The choice of what is added. */
  readonly choice: {
    readonly label: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
  readonly attributes: WireAttributes;
  /** Nothing can be staged now: what is staged is being saved. */
  readonly busy: boolean;
  /** Fields between the choice and those of the attributes. */
  readonly children?: ReactNode;
  /** @returns whether it was staged; the fields are emptied then */
  readonly onStage: (values: Readonly<Record<string, unknown>>) => boolean;
}

function AddForm({ title, button, choice, attributes, busy, children, onStage }: AddFormProps) {
  const fields = useAttributeFields(attributes, {});
  const submit = () => {
    const values = fields.read();
    if (values !== null && onStage(values)) fields.clear();
  };
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <Form className={classes.form} aria-label={title} onSubmit={submit}>
        <fieldset className={classes.fields} disabled={busy}>
          <Select
            size="xs"
            label={choice.label}
            allowDeselect={false}
            searchable={choice.options.length > 8}
            limit={100}
            data={[...choice.options]}
            value={choice.value}
            onChange={(next) => {
              if (next !== null) choice.onChange(next);
              fields.clear();
            }}
          />
          {children}
          {fields.inputs}
          <Button type="submit" size="xs" variant="default" leftSection={<IconPlus size={13} />}>
            {button}
          </Button>
        </fieldset>
      </Form>
    </section>
  );
}

interface AddVertexProps {
  readonly schema: WireGraphSchema;
  readonly edits: Edits;
  readonly onAdded: (key: string) => void;
}

export function AddVertex({ schema, edits, onAdded }: AddVertexProps) {
  const [chosen, setType] = useState<string | null>(null);
  const type = schema.VertexTypes.find(({ Name }) => Name === chosen) ?? schema.VertexTypes[0];
  const [typedId, setId] = useState('');
  const [problem, setProblem] = useState<string>();
  if (type === undefined) return null;
  const id = typedId.trim();
  const stage = (values: Readonly<Record<string, unknown>>): boolean => {
    if (id === '') {
      setProblem(t`Please input a valid vertex ID.`);
      return false;
    }
    edits.stageVertex({ type: type.Name, id, before: null, after: values });
    onAdded(`${type.Name}/${id}`);
    setId('');
    return true;
  };
  return (
    <AddForm
      title="Add a vertex"
      button={t`Stage the vertex`}
      choice={{
        label: t`Type`,
        options: schema.VertexTypes.map(({ Name }) => ({ value: Name, label: Name })),
        value: type.Name,
        onChange: setType,
      }}
      attributes={type.Attributes}
      busy={edits.busy}
      onStage={stage}
    >
      <TextInput
        size="xs"
        label="ID"
        spellCheck={false}
        value={typedId}
        error={problem}
        onChange={(event) => {
          setId(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </AddForm>
  );
}

interface AddEdgeProps {
  readonly schema: WireGraphSchema;
  readonly vertices: readonly [WireVertex, WireVertex];
  readonly edits: Edits;
}

interface EdgeOption {
  readonly type: WireGraphSchema['EdgeTypes'][number];
  readonly from: WireVertex;
  readonly to: WireVertex;
}

/** Edges of the types that may join two vertices, in either order. */
function edgesBetween(schema: WireGraphSchema, [a, b]: AddEdgeProps['vertices']): readonly EdgeOption[] {
  return walkableEdgeTypes(schema).flatMap((type) => {
    const pairs = endsOfType(type);
    const fits = (from: WireVertex, to: WireVertex): boolean =>
      pairs.some(
        ({ From, To }) =>
          (From === from.v_type && To === to.v_type) ||
          (!type.IsDirected && From === to.v_type && To === from.v_type),
      );
    return [
      ...(fits(a, b) ? [{ type, from: a, to: b }] : []),
      ...(type.IsDirected && fits(b, a) ? [{ type, from: b, to: a }] : []),
    ];
  });
}

export function AddEdge({ schema, vertices, edits }: AddEdgeProps) {
  const options = edgesBetween(schema, vertices);
  const [at, setAt] = useState('0');
  const option = options[Number(at)] ?? options[0];
  if (option === undefined)
    return (
      <section className={classes.section} aria-label="Add an edge">
        <p className={classes.note}>No edge type joins these two vertices.</p>
      </section>
    );
  const { type, from, to } = option;
  const stage = (values: Readonly<Record<string, unknown>>): boolean => {
    const names = type.Attributes.filter(({ IsDiscriminator }) => IsDiscriminator === true);
    edits.stageEdge({
      e_type: type.Name,
      directed: type.IsDirected,
      from_type: from.v_type,
      from_id: from.v_id,
      to_type: to.v_type,
      to_id: to.v_id,
      ...(names.length === 0
        ? {}
        : { discriminator: names.map(({ AttributeName }) => typedValue(values[AttributeName])).join(',') }),
      before: null,
      after: values,
    });
    return true;
  };
  return (
    <AddForm
      title="Add an edge"
      button={t`Stage the edge`}
      choice={{
        label: t`Edge`,
        options: options.map((each, n) => ({
          value: String(n),
          label: `${shownName(each.from.v_id)} ${each.type.IsDirected ? '→' : '–'} ${shownName(each.to.v_id)}: ${each.type.Name}`,
        })),
        value: String(options.indexOf(option)),
        onChange: setAt,
      }}
      attributes={type.Attributes}
      busy={edits.busy}
      onStage={stage}
    />
  );
}
