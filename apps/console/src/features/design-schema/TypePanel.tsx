/** The editor at the right: a vertex type or an edge type. In saved types the parts that data depends on are fixed. */
import { ActionIcon, Button, Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import type { ScalarTypeName } from '@acacia/language';
import { Notice } from '@acacia/ui';
import { AttributeTable } from './AttributeTable.tsx';
import type { Draft, DraftEdge, DraftVertex } from './draft.ts';
import type { Problem } from './draft-problems.ts';
import { ID_TYPES } from './type-text.ts';
import classes from './panels.module.css';

interface PanelProps {
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

const SAVED_NOTE =
  'This type is saved: its name, id, direction and ends are fixed, because changing them would erase its data. Attributes can be added and removed.';

function typeProblem(problems: readonly Problem[], key: string): string | undefined {
  return problems.find((problem) => problem.type === key && problem.attribute === undefined)?.message;
}

function PanelHead({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      <ActionIcon variant="subtle" color="gray" aria-label="Close the panel" onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

export function VertexPanel({
  vertex,
  problems,
  readOnly,
  onClose,
  onChange,
}: PanelProps & {
  readonly vertex: DraftVertex;
  readonly onChange: (patch: Partial<DraftVertex>, field: string | null) => void;
}) {
  const fixed = vertex.saved || readOnly;
  return (
    <aside className={classes.panel} aria-label="Vertex type">
      <PanelHead title="Vertex type" onClose={onClose} />
      <div className={classes.body}>
        {vertex.saved && <Notice tone="info">{SAVED_NOTE}</Notice>}
        <TextInput
          label="Type name"
          value={vertex.name}
          disabled={fixed}
          error={typeProblem(problems, vertex.key)}
          data-autofocus
          onChange={(event) => onChange({ name: event.currentTarget.value.trim() }, 'name')}
        />
        <div className={classes.two}>
          <TextInput
            label="Primary id"
            value={vertex.idName}
            disabled={fixed}
            onChange={(event) => onChange({ idName: event.currentTarget.value.trim() }, 'idName')}
          />
          <Select
            label="Type of the id"
            data={ID_TYPES as string[]}
            allowDeselect={false}
            value={vertex.idType}
            disabled={fixed}
            onChange={(value) => value !== null && onChange({ idType: value as ScalarTypeName }, null)}
          />
        </div>
        <Checkbox
          label="The id can be read as an attribute"
          checked={vertex.idAsAttribute}
          disabled={fixed}
          onChange={(event) => onChange({ idAsAttribute: event.currentTarget.checked }, null)}
        />
        <AttributeTable
          owner={vertex.name}
          attributes={vertex.attributes}
          problems={problems.filter(({ type }) => type === vertex.key)}
          readOnly={readOnly}
          withDiscriminator={false}
          onChange={(attributes, field) => onChange({ attributes }, field)}
        />
      </div>
    </aside>
  );
}

function PairRows({
  edge,
  draft,
  fixed,
  onChange,
}: {
  readonly edge: DraftEdge;
  readonly draft: Draft;
  readonly fixed: boolean;
  readonly onChange: (pairs: DraftEdge['pairs']) => void;
}) {
  const choices = draft.vertices.map(({ key, name }) => ({ value: key, label: name }));
  const first = draft.vertices[0]?.key;
  const patch = (index: number, values: { from?: string; to?: string }): void =>
    onChange(edge.pairs.map((pair, at) => (at === index ? { ...pair, ...values } : pair)));
  return (
    <section aria-label="Edge pairs">
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>From and to</h3>
        {!fixed && first !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...edge.pairs, { from: first, to: first }])}
          >
            Add pair
          </Button>
        )}
      </div>
      <ul className={classes.rows}>
        {edge.pairs.map((pair, index) => (
          <li key={index} className={classes.fields}>
            <Select
              aria-label="From"
              size="xs"
              data={choices}
              allowDeselect={false}
              value={pair.from}
              disabled={fixed}
              onChange={(value) => value !== null && patch(index, { from: value })}
            />
            <Select
              aria-label="To"
              size="xs"
              data={choices}
              allowDeselect={false}
              value={pair.to}
              disabled={fixed}
              onChange={(value) => value !== null && patch(index, { to: value })}
            />
            {!fixed && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Remove pair"
                disabled={edge.pairs.length === 1}
                onClick={() => onChange(edge.pairs.filter((_, at) => at !== index))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function EdgePanel({
  edge,
  draft,
  problems,
  readOnly,
  onClose,
  onChange,
}: PanelProps & {
  readonly edge: DraftEdge;
  readonly onChange: (patch: Partial<DraftEdge>, field: string | null) => void;
}) {
  const fixed = edge.saved || readOnly;
  return (
    <aside className={classes.panel} aria-label="Edge type">
      <PanelHead title="Edge type" onClose={onClose} />
      <div className={classes.body}>
        {edge.saved && <Notice tone="info">{SAVED_NOTE}</Notice>}
        <TextInput
          label="Type name"
          value={edge.name}
          disabled={fixed}
          error={typeProblem(problems, edge.key)}
          onChange={(event) => onChange({ name: event.currentTarget.value.trim() }, 'name')}
        />
        <Switch
          label="Directed"
          checked={edge.directed}
          disabled={fixed}
          onChange={(event) => onChange({ directed: event.currentTarget.checked }, null)}
        />
        {edge.directed && (
          <TextInput
            label="Reverse edge"
            description="Lets queries walk it backwards by a name of its own. Leave it empty for none."
            value={edge.reverseEdge}
            disabled={fixed}
            onChange={(event) => onChange({ reverseEdge: event.currentTarget.value.trim() }, 'reverseEdge')}
          />
        )}
        <PairRows edge={edge} draft={draft} fixed={fixed} onChange={(pairs) => onChange({ pairs }, null)} />
        <AttributeTable
          owner={edge.name}
          attributes={edge.attributes}
          problems={problems.filter(({ type }) => type === edge.key)}
          readOnly={readOnly}
          withDiscriminator={!edge.saved}
          onChange={(attributes, field) => onChange({ attributes }, field)}
        />
      </div>
    </aside>
  );
}
