/** Edits in the canvas: add, change and delete, staged with their differences, and saved in one transaction. */
import type { WireEdge, WireGraphSchema, WireVertex } from '@acacia/contract';
import { Form, formatNumber, Notice } from '@acacia/ui';
import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { walkableEdgeTypes } from '../../workspace-tool/graph-queries.ts';
import classes from '../explore.module.css';
import { isStructured, readValue, typedValue } from './attribute-value.ts';
import { differences, nameOfChange, stagedCount } from './edits.ts';
import type { Edits } from './useEdits.ts';

type WireAttributes = WireGraphSchema['VertexTypes'][number]['Attributes'];

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
  const [vertex] = vertices;
  const [edge] = edges;
  const isOne = vertices.length + edges.length === 1;
  return (
    <>
      <StagedList edits={edits} />
      {isOne && vertex !== undefined && (
        <AttributesForm
          key={`${vertex.v_type}/${vertex.v_id} ${edits.version}`}
          title={`Change ${vertex.v_id}`}
          attributes={attributesOf(schema.VertexTypes, vertex.v_type)}
          values={vertex.attributes}
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
          key={`${edge.e_type} ${edge.from_id} ${edge.to_id} ${edits.version}`}
          title={`Change ${edge.e_type}`}
          attributes={attributesOf(schema.EdgeTypes, edge.e_type).filter(
            ({ IsDiscriminator }) => IsDiscriminator !== true,
          )}
          values={edge.attributes}
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
          {vertices.length === 2 && edges.length === 0 && (
            <AddEdge schema={schema} vertices={vertices} edits={edits} />
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

function StagedList({ edits }: { readonly edits: Edits }) {
  const { staged, busy } = edits;
  const count = stagedCount(staged);
  const rows = [...staged.vertices, ...staged.edges];
  return (
    <section className={classes.section} aria-label="Staged changes">
      <h2 className={classes.heading}>
        {count === 0 ? 'Nothing is staged' : `${formatNumber(count)} staged`}
      </h2>
      {count === 0 && (
        <p className={classes.note}>
          Changes are collected here with their differences. The graph changes when you save, all at once.
        </p>
      )}
      <ul className={classes.staged}>
        {rows.map(([key, change]) => {
          const name = nameOfChange(key, change);
          const does = change.before === null ? 'Add' : change.after === null ? 'Delete' : 'Change';
          return (
            <li key={key}>
              <div className={classes.stagedHead}>
                <strong>{does}</strong> <span>{name}</span>
                <ActionIcon
                  size="xs"
                  aria-label={`Take back: ${does} ${name}`}
                  disabled={busy}
                  onClick={() => edits.unstage(key)}
                >
                  <IconX size={12} />
                </ActionIcon>
              </div>
              {change.after !== null && (
                <dl className={classes.diff}>
                  {differences(change).map(({ name: attribute, before, after }) => (
                    <div key={attribute}>
                      <dt>{attribute}</dt>
                      <dd>
                        {change.before !== null && <del>{typedValue(before) || '—'}</del>}{' '}
                        <ins>{typedValue(after) || '—'}</ins>
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          );
        })}
      </ul>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          disabled={count === 0}
          loading={busy}
          leftSection={<IconDeviceFloppy size={14} />}
          onClick={edits.save}
        >
          Save {count === 0 ? '' : formatNumber(count)}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!edits.undoable || busy}
          leftSection={<IconArrowBackUp size={14} />}
          onClick={edits.undo}
        >
          Undo
        </Button>
        <Button size="compact-sm" variant="default" disabled={count === 0 || busy} onClick={edits.discard}>
          Discard all
        </Button>
      </div>
    </section>
  );
}

interface AttributesFormProps {
  readonly title: string;
  readonly attributes: WireAttributes;
  readonly values: Readonly<Record<string, unknown>>;
  readonly deleteRefusal: string | undefined;
  readonly onChange: (after: Readonly<Record<string, unknown>>) => void;
  readonly onDelete: () => void;
}

function AttributesForm(props: AttributesFormProps) {
  const { title, attributes, values } = props;
  const fields = useFields(attributes, values);
  const submit = () => {
    const read = fields.read();
    if (read !== null) props.onChange(read);
  };
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <Form className={classes.form} aria-label={title} onSubmit={submit}>
        {fields.inputs}
        {attributes.length === 0 && <p className={classes.note}>It has no attributes to change.</p>}
        <div className={classes.buttons} style={{ marginTop: 0 }}>
          {attributes.length > 0 && (
            <Button type="submit" size="xs" variant="default">
              Stage the change
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            color="red"
            disabled={props.deleteRefusal !== undefined}
            title={props.deleteRefusal}
            leftSection={<IconTrash size={13} />}
            onClick={props.onDelete}
          >
            Delete
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Inputs of attributes, and what is typed into them: the values that were touched. */
function useFields(attributes: WireAttributes, values: Readonly<Record<string, unknown>>) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const set = (name: string, text: string) => {
    setTyped({ ...typed, [name]: text });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name)));
  };
  const inputs = attributes.map(({ AttributeName: name, AttributeType: { Name: type } }) => {
    const text = typed[name] ?? typedValue(values[name]);
    const common = { size: 'xs', label: name, error: problems[name] } as const;
    if (type === 'BOOL')
      return (
        <Select
          key={name}
          {...common}
          allowDeselect={false}
          data={['true', 'false']}
          value={text === '' ? null : text}
          onChange={(value) => set(name, value ?? text)}
        />
      );
    const Input = isStructured(type) || text.length > 60 ? Textarea : TextInput;
    return (
      <Input
        key={name}
        {...common}
        description={type}
        spellCheck={false}
        placeholder={type === 'DATETIME' ? 'YYYY-MM-DD HH:MM:SS' : undefined}
        value={text}
        onChange={(event) => set(name, event.currentTarget.value)}
      />
    );
  });
  /** The values that were typed; null where one of them is wrong. */
  const read = (): Readonly<Record<string, unknown>> | null => {
    const wrong: Record<string, string> = {};
    const right: Record<string, unknown> = {};
    for (const { AttributeName: name, AttributeType } of attributes) {
      const text = typed[name];
      if (text === undefined) continue;
      const result = readValue(AttributeType.Name, text);
      if ('problem' in result) wrong[name] = result.problem;
      else right[name] = result.value;
    }
    setProblems(wrong);
    return Object.keys(wrong).length === 0 ? right : null;
  };
  return { inputs, read, clear: () => setTyped({}) };
}

interface AddVertexProps {
  readonly schema: WireGraphSchema;
  readonly edits: Edits;
  readonly onAdded: (key: string) => void;
}

function AddVertex({ schema, edits, onAdded }: AddVertexProps) {
  const types = schema.VertexTypes.map(({ Name }) => Name);
  const [chosen, setType] = useState<string | null>(null);
  const type = types.find((name) => name === chosen) ?? types[0];
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<string>();
  const fields = useFields(type === undefined ? [] : attributesOf(schema.VertexTypes, type), {});
  if (type === undefined) return null;
  const submit = () => {
    const read = fields.read();
    if (id.trim() === '') setProblem('Please input a valid vertex ID.');
    else if (read !== null) {
      edits.stageVertex({ type, id: id.trim(), before: null, after: read });
      onAdded(`${type}/${id.trim()}`);
      setId('');
      fields.clear();
    }
  };
  return (
    <section className={classes.section} aria-label="Add a vertex">
      <h2 className={classes.heading}>Add a vertex</h2>
      <Form className={classes.form} aria-label="Add a vertex" onSubmit={submit}>
        <Select
          size="xs"
          label="Type"
          allowDeselect={false}
          searchable={types.length > 8}
          data={types}
          value={type}
          onChange={(next) => {
            setType(next);
            fields.clear();
          }}
        />
        <TextInput
          size="xs"
          label="ID"
          spellCheck={false}
          value={id}
          error={problem}
          onChange={(event) => {
            setId(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        {fields.inputs}
        <Button type="submit" size="xs" variant="default" leftSection={<IconPlus size={13} />}>
          Stage the vertex
        </Button>
      </Form>
    </section>
  );
}

interface AddEdgeProps {
  readonly schema: WireGraphSchema;
  readonly vertices: readonly WireVertex[];
  readonly edits: Edits;
}

/** Edges of the types that may join the two selected vertices, in either order. */
function AddEdge({ schema, vertices, edits }: AddEdgeProps) {
  const [a, b] = vertices;
  const options = walkableEdgeTypes(schema).flatMap((type) => {
    if (a === undefined || b === undefined) return [];
    const pairs = type.EdgePairs ?? [{ From: type.FromVertexTypeName, To: type.ToVertexTypeName }];
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
  const [at, setAt] = useState('0');
  const option = options[Number(at)] ?? options[0];
  const fields = useFields(option?.type.Attributes ?? [], {});
  if (option === undefined)
    return (
      <section className={classes.section} aria-label="Add an edge">
        <p className={classes.note}>No edge type joins these two vertices.</p>
      </section>
    );
  const submit = () => {
    const read = fields.read();
    if (read === null) return;
    const { type, from, to } = option;
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
        : { discriminator: names.map(({ AttributeName }) => typedValue(read[AttributeName])).join(',') }),
      before: null,
      after: read,
    });
    fields.clear();
  };
  return (
    <section className={classes.section} aria-label="Add an edge">
      <h2 className={classes.heading}>Add an edge</h2>
      <Form className={classes.form} aria-label="Add an edge" onSubmit={submit}>
        <Select
          size="xs"
          label="Edge"
          allowDeselect={false}
          data={options.map(({ type, from, to }, n) => ({
            value: String(n),
            label: `${from.v_id} ${type.IsDirected ? '→' : '–'} ${to.v_id}: ${type.Name}`,
          }))}
          value={String(Math.max(0, options.indexOf(option)))}
          onChange={(next) => {
            setAt(next ?? '0');
            fields.clear();
          }}
        />
        {fields.inputs}
        <Button type="submit" size="xs" variant="default" leftSection={<IconPlus size={13} />}>
          Stage the edge
        </Button>
      </Form>
    </section>
  );
}
