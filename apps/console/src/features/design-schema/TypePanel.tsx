/** The editor at the right: a vertex type or an edge type. In saved types the parts that data depends on are fixed. */
import { comma, t } from '@acacia/texts';
import { Notice } from '@acacia/ui';
import type { ScalarTypeName, TupleType } from '@acacia/language';
import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core';
import { IconAdjustments, IconX } from '@tabler/icons-react';
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { EdgeSettings, VertexSettings } from './AdvancedSettings.tsx';
import { AttributeTable } from './AttributeTable.tsx';
import type { Draft, DraftEdge, DraftVertex } from './draft.ts';
import type { Problem } from './draft-problems.ts';
import { LookFields } from './LookFields.tsx';
import { ID_TYPES } from './type-text.ts';
import { useRested } from './useRested.ts';
import { useSteady } from './useSteady.ts';
import { VectorTable } from './VectorTable.tsx';
import classes from './panels.module.css';

interface PanelProps {
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  readonly tuples: readonly TupleType[];
  readonly readOnly: boolean;
  /** Why the person may change no type; undefined when they may. */
  readonly refusal: string | undefined;
  readonly onClose: () => void;
}

const SAVED_NOTE = t`This type is saved: its name, id and direction are fixed, because changing them would erase its data.`;
const FOREIGN_NOTE = t`This is a global type, which other graphs may use: only its look can be changed here. Change it in the global scope.`;

const NO_PROBLEMS: readonly Problem[] = [];

/** The problems of a type; the same list where there are none. */
function problemsOf(problems: readonly Problem[], type: string): readonly Problem[] {
  const own = problems.filter((problem) => problem.type === type);
  return own.length === 0 ? NO_PROBLEMS : own;
}

const messageAt = (problems: readonly Problem[], type: string, field: Problem['field']): string | undefined =>
  problems.find((problem) => problem.type === type && problem.field === field)?.message;

const PanelHead = memo(function PanelHead({
  title,
  onClose,
}: {
  readonly title: string;
  readonly onClose: () => void;
}) {
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      <ActionIcon variant="subtle" color="gray" aria-label="Close the panel" onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
});

/** Fields keep their keys from the shortcuts of the page: Escape closes the panel from them as well. */
function Panel({
  label,
  onClose,
  children,
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const closeFromField = ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    // Dialogs and lists of the panel stand elsewhere in the page; an open list of a field is closed by the key itself.
    if (key !== 'Escape' || !(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return;
    if (target.getAttribute('aria-expanded') !== 'true') onClose();
  };
  return (
    <aside className={classes.panel} aria-label={label} onKeyDown={closeFromField}>
      {children}
    </aside>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly autofocus?: boolean;
  readonly onChange: (text: string) => void;
}

/** A name of the type, drawn anew only with another text or fault: each key in the panel draws the panel. */
const NameField = memo(function NameField({
  label,
  value,
  disabled,
  error,
  autofocus,
  onChange,
}: NameFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      disabled={disabled}
      error={error}
      data-autofocus={autofocus}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
});

const note = ({ saved, foreign }: DraftVertex | DraftEdge, refusal: string | undefined) =>
  (refusal !== undefined || saved || foreign) && (
    <Notice tone="info">{refusal ?? (foreign ? FOREIGN_NOTE : SAVED_NOTE)}</Notice>
  );

const AdvancedButton = memo(function AdvancedButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconAdjustments size={15} />}
      onClick={onClick}
    >
      Advanced settings
    </Button>
  );
});

const IdType = memo(function IdType({
  value,
  disabled,
  onChange,
}: {
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (type: ScalarTypeName) => void;
}) {
  return (
    <Select
      label="Type of the id"
      data={ID_TYPES as string[]}
      allowDeselect={false}
      value={value}
      disabled={disabled}
      onChange={(type) => type !== null && onChange(type as ScalarTypeName)}
    />
  );
});

export function VertexPanel({
  vertex,
  problems,
  tuples,
  readOnly,
  refusal,
  vectorRefusal,
  onClose,
  onChange,
}: Omit<PanelProps, 'draft'> & {
  readonly vertex: DraftVertex;
  /** Why this workspace has no vectors; undefined when it has. */
  readonly vectorRefusal: string | undefined;
  readonly onChange: (patch: Partial<DraftVertex>, field: string | null) => void;
}) {
  const [advanced, setAdvanced] = useState(false);
  const shut = readOnly || vertex.foreign;
  const fixed = vertex.saved || shut;
  const own = problemsOf(problems, vertex.key);
  const owner = useRested(vertex.name);
  const steady = useSteady({
    onColor: (color: string) => onChange({ color }, 'color'),
    onIcon: (icon: string) => onChange({ icon }, null),
    onVectors: (vectors: DraftVertex['vectors'], field: string | null) => onChange({ vectors }, field),
    onName: (name: string) => onChange({ name }, 'name'),
    onIdName: (idName: string) => onChange({ idName }, 'idName'),
    onIdType: (idType: ScalarTypeName) => onChange({ idType }, null),
    onAdvanced: () => setAdvanced(true),
    onClose,
  });
  return (
    <Panel label="Vertex type" onClose={steady.onClose}>
      <PanelHead title="Vertex type" onClose={steady.onClose} />
      <div className={classes.body}>
        {note(vertex, refusal)}
        <NameField
          label="Type name"
          value={vertex.name}
          disabled={fixed}
          error={messageAt(own, vertex.key, 'name')}
          autofocus
          onChange={steady.onName}
        />
        <LookFields
          color={vertex.color}
          icon={vertex.icon}
          type={vertex.name}
          readOnly={readOnly}
          onColor={steady.onColor}
          onIcon={steady.onIcon}
        />
        {vertex.parts === undefined ? (
          <div className={classes.two}>
            <NameField
              label="Primary id"
              value={vertex.idName}
              disabled={fixed}
              error={messageAt(own, vertex.key, 'primaryId')}
              onChange={steady.onIdName}
            />
            <IdType value={vertex.idType} disabled={fixed} onChange={steady.onIdType} />
          </div>
        ) : (
          <NameField
            label="Key attributes"
            value={vertex.parts.join(', ')}
            disabled
            error={messageAt(own, vertex.key, 'primaryId')}
            onChange={steady.onIdName}
          />
        )}
        {!shut && <AdvancedButton onClick={steady.onAdvanced} />}
        <AttributeTable
          owner={owner}
          of="vertex"
          attributes={vertex.attributes}
          tuples={tuples}
          problems={own}
          readOnly={shut}
          withDiscriminator={false}
          kept={vertex.parts}
          onChange={(attributes, field) => onChange({ attributes }, field)}
        />
        <VectorTable
          owner={owner}
          vectors={vertex.vectors}
          problems={own}
          readOnly={shut}
          refusal={vectorRefusal}
          onChange={steady.onVectors}
        />
      </div>
      {advanced && (
        <VertexSettings
          vertex={vertex}
          onSave={(patch) => onChange(patch, null)}
          onClose={() => setAdvanced(false)}
        />
      )}
    </Panel>
  );
}

export function EdgePanel({
  edge,
  draft,
  problems,
  tuples,
  readOnly,
  refusal,
  onClose,
  onChange,
}: PanelProps & {
  readonly edge: DraftEdge;
  readonly onChange: (patch: Partial<DraftEdge>, field: string | null) => void;
}) {
  const [advanced, setAdvanced] = useState(false);
  const shut = readOnly || edge.foreign;
  const fixed = edge.saved || shut;
  const nameOf = (key: string): string => draft.vertices.find((vertex) => vertex.key === key)?.name ?? '';
  const ends = (side: 'from' | 'to'): string =>
    [...new Set(edge.pairs.map((pair) => nameOf(pair[side])))].join(comma);
  const pairs = messageAt(problems, edge.key, 'pairs');
  const owner = useRested(edge.name);
  const steady = useSteady({
    onColor: (color: string) => onChange({ color }, 'color'),
    onName: (name: string) => onChange({ name }, 'name'),
    onAdvanced: () => setAdvanced(true),
    onClose,
  });
  return (
    <Panel label="Edge type" onClose={steady.onClose}>
      <PanelHead title="Edge type" onClose={steady.onClose} />
      <div className={classes.body}>
        {note(edge, refusal)}
        <NameField
          label="Type name"
          value={edge.name}
          disabled={fixed}
          error={messageAt(problems, edge.key, 'name')}
          onChange={steady.onName}
        />
        <LookFields color={edge.color} readOnly={readOnly} onColor={steady.onColor} />
        <Switch
          label="Directed"
          description={edge.reverseEdge === '' ? undefined : `Its reverse edge is ${edge.reverseEdge}.`}
          checked={edge.directed}
          disabled={fixed}
          error={messageAt(problems, edge.key, 'reverseEdge')}
          onChange={(event) => onChange({ directed: event.currentTarget.checked }, null)}
        />
        {!shut && <AdvancedButton onClick={steady.onAdvanced} />}
        {pairs !== undefined && (
          <p role="alert" className={classes.problem}>
            {pairs}
          </p>
        )}
        <AttributeTable
          owner={owner}
          of="edge"
          attributes={edge.attributes}
          tuples={tuples}
          problems={problemsOf(problems, edge.key)}
          readOnly={shut}
          withDiscriminator={!edge.saved}
          fixedRows={
            <li>
              <dl className={classes.ends}>
                <dt>{t.of('edge')`From`}</dt>
                <dd>{ends('from')}</dd>
              </dl>
              <dl className={classes.ends}>
                <dt>{t.of('edge')`To`}</dt>
                <dd>{ends('to')}</dd>
              </dl>
            </li>
          }
          onChange={(attributes, field) => onChange({ attributes }, field)}
        />
      </div>
      {advanced && (
        <EdgeSettings
          edge={edge}
          draft={draft}
          onSave={(patch) => onChange(patch, null)}
          onClose={() => setAdvanced(false)}
        />
      )}
    </Panel>
  );
}
