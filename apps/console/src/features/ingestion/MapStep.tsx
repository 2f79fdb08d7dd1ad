/** Mapping of a file's rows to vertices and edges, with columns as the sources of their attributes. */
import { t } from '@acacia/texts';
import { ActionIcon, Button, Group, Menu, SegmentedControl, Switch } from '@mantine/core';
import { IconArrowRight, IconPlus, IconX } from '@tabler/icons-react';
import { ActionButton, ActionMenuItem, Card, toast } from '@acacia/ui';
import { startTransition, useState } from 'react';
import { AddAttributes, type ChangedGraph } from './AddAttributes.tsx';
import { freeColumns } from './added-attributes.ts';
import { shownColumns, type ColumnLabels } from './column-labels.ts';
import { JobText } from './JobText.tsx';
import { MappedRows } from './MappedRows.tsx';
import { MappingLines } from './MappingLines.tsx';
import { shownName } from './mended-rows.ts';
import type { FilePreview } from './source-file.ts';
import { mappingProblems, slotName, slotsOf, targetName, type Mapping } from './mapping.ts';
import type { Source } from './source.ts';
import type { Loader } from './useLoader.ts';
import { ValueEditor } from './ValueEditor.tsx';
import { WhereEditor } from './WhereEditor.tsx';
import classes from './ingestion.module.css';

interface MapStepProps {
  readonly loader: Loader;
  readonly of: ChangedGraph;
  /** Why vectors cannot be mapped, or undefined. */
  readonly vectorsRefused: string | undefined;
}

export function MapStep({ loader, of, vectorsRefused }: MapStepProps) {
  const { client, graph, schema } = of;
  const { files, mappings, own } = loader.state;
  return (
    <div className={classes.stack}>
      {(own === null ? files : []).map(({ preview, labels }) => (
        <FileMappings
          key={preview.name}
          preview={preview}
          labels={labels}
          mappings={mappings.filter((mapping) => mapping.file === preview.name)}
          of={of}
          vectorsRefused={vectorsRefused}
          dispatch={loader.dispatch}
        />
      ))}
      {(mappings.length > 0 || own !== null) && (
        <>
          <MappedRows loader={loader} client={client} graph={graph} />
          <JobText loader={loader} graph={graph} schema={schema} />
        </>
      )}
    </div>
  );
}

const TABLE = 'table';
const LINES = 'lines';
const VIEWS = [
  { value: TABLE, label: t`Table` },
  { value: LINES, label: t`Lines` },
];

interface FileMappingsProps {
  readonly preview: FilePreview;
  readonly labels: ColumnLabels;
  /** Those of the file. */
  readonly mappings: readonly Mapping[];
  readonly of: ChangedGraph;
  readonly vectorsRefused: string | undefined;
  readonly dispatch: Loader['dispatch'];
}

function FileMappings({ preview, labels, mappings, of, vectorsRefused, dispatch }: FileMappingsProps) {
  const { schema } = of;
  // The menu closes at once; the fields of a mapping follow in slices, whatever the file has of columns.
  const map = (target: Mapping['target']): void =>
    startTransition(() =>
      dispatch({ kind: 'map', file: preview.name, target, slots: slotsOf(schema, target) }),
    );
  const [view, setView] = useState(TABLE);
  const shown = shownColumns(preview, labels);
  const edges = schema.edgeTypes.filter((type) => type.reverseOf === undefined);
  const vectors = schema.vertexTypes.flatMap(({ name, vectors: own = [] }) =>
    own.map((vector) => ({ kind: 'vector' as const, type: name, attribute: vector.name })),
  );
  return (
    <Card
      title={shownName(preview.name)}
      description={mappings.length === 0 ? 'Not loaded: choose what its rows become.' : undefined}
      actions={
        <Group gap="xs">
          {mappings.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={`View of the mapping of ${shownName(preview.name)}`}
              data={VIEWS}
              value={view}
              onChange={setView}
            />
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} />}
                aria-label={`Map ${shownName(preview.name)}`}
              >
                Map
              </Button>
            </Menu.Target>
            <Menu.Dropdown style={{ maxHeight: 320, overflow: 'auto' }}>
              <Menu.Label>Vertex types</Menu.Label>
              {schema.vertexTypes.map(({ name }) => (
                <Menu.Item key={name} onClick={() => map({ kind: 'vertex', type: name })}>
                  {name}
                </Menu.Item>
              ))}
              {vectors.length > 0 && <Menu.Label>Vector attributes</Menu.Label>}
              {vectors.map((target) => (
                <ActionMenuItem
                  key={`${target.type} ${target.attribute}`}
                  disabledReason={vectorsRefused}
                  onClick={() => map(target)}
                >
                  {target.attribute} of {target.type}
                </ActionMenuItem>
              ))}
              {edges.length > 0 && <Menu.Label>Edge types</Menu.Label>}
              {edges.flatMap((type) =>
                type.pairs.map((pair) => (
                  <Menu.Item
                    key={`${type.name} ${pair.from} ${pair.to}`}
                    onClick={() => map({ kind: 'edge', type: type.name, pair })}
                  >
                    {type.name} ({pair.from} → {pair.to})
                  </Menu.Item>
                )),
              )}
            </Menu.Dropdown>
          </Menu>
        </Group>
      }
    >
      {mappings.length > 0 && view === LINES && (
        <MappingLines preview={preview} columns={shown} mappings={mappings} dispatch={dispatch} />
      )}
      {mappings.length > 0 && view !== LINES && (
        <div className={classes.stack}>
          {mappings.map((mapping) => (
            <MappingCard
              key={mapping.key}
              mapping={mapping}
              mappings={mappings}
              preview={preview}
              shown={shown}
              of={of}
              dispatch={dispatch}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

/** Columns for which attributes are added. `single`: one attribute, whose column is chosen then. */
interface Adding {
  readonly columns: readonly number[];
  readonly single: boolean;
}

interface MappingCardProps {
  readonly mapping: Mapping;
  /** Those of the file. */
  readonly mappings: readonly Mapping[];
  readonly preview: FilePreview;
  /** Names under which its columns are shown. */
  readonly shown: readonly string[];
  readonly of: ChangedGraph;
  readonly dispatch: Loader['dispatch'];
}

function MappingCard({ mapping, mappings, preview, shown, of, dispatch }: MappingCardProps) {
  const { target } = mapping;
  const [adding, setAdding] = useState<Adding | null>(null);
  const changeRefusal = of.refusal(target.type);
  const mapAllFromSource = (): void => {
    dispatch({ kind: 'quickMap', mapping: mapping.key, by: 'names' });
    const columns = freeColumns(mapping, mappings, preview.columns);
    if (columns.length === 0) toast.success(t`Every column of the file is mapped.`);
    else setAdding({ columns, single: false });
  };
  const addOne = (): void => {
    const [column = 0] = freeColumns(mapping, mappings, preview.columns);
    setAdding({ columns: [column], single: true });
  };
  const problems = mappingProblems([mapping], preview.paths !== null);
  const label = targetName(target);
  const setSource = (slot: string, source: Source): void =>
    dispatch({ kind: 'source', mapping: mapping.key, slot, source });
  return (
    <section className={classes.mapping} aria-label={label}>
      <div className={classes.mappingHead}>
        <strong>{label}</strong>
        {target.kind === 'edge' && (
          <Switch
            size="xs"
            label="Report rows whose ends do not exist instead of creating the ends"
            checked={mapping.endsMustExist}
            onChange={(event) =>
              dispatch({
                kind: 'endsMustExist',
                file: mapping.file,
                endsMustExist: event.currentTarget.checked,
              })
            }
          />
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-xs" variant="default" aria-label={`Quick map ${label}`}>
              Quick map
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => dispatch({ kind: 'quickMap', mapping: mapping.key, by: 'names' })}>
              Map all to target: columns of the same name
            </Menu.Item>
            {target.kind !== 'vector' && (
              <ActionMenuItem disabledReason={changeRefusal} onClick={mapAllFromSource}>
                Map all from source: also add attributes
              </ActionMenuItem>
            )}
            <Menu.Item onClick={() => dispatch({ kind: 'quickMap', mapping: mapping.key, by: 'order' })}>
              Columns to attributes in their order
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove mapping to ${target.type}`}
          onClick={() => dispatch({ kind: 'unmap', mapping: mapping.key })}
        >
          <IconX size={15} />
        </ActionIcon>
      </div>
      <ul className={classes.slots}>
        {mapping.slots.map((slot) => {
          const problem = problems.find((each) => each.slot === slot.name);
          const about = t`${slotName(slot)} of ${target.type}`;
          return (
            <li key={slot.name} className={classes.slot}>
              <ValueEditor
                about={about}
                label={`Column for ${about}`}
                fixedLabel={t`Fixed value of ${slotName(slot)}`}
                form={slot.form}
                columns={shown}
                source={slot.source}
                error={problem?.message}
                onChange={(source) => setSource(slot.name, source)}
              />
              <IconArrowRight size={14} aria-hidden="true" className={classes.arrow} />
              <span className={classes.slotName} data-mapped={slot.source.kind !== 'none' || undefined}>
                {slotName(slot)}
                <small>
                  {slot.type}
                  {slot.required ? ' · id' : ''}
                </small>
              </span>
            </li>
          );
        })}
      </ul>
      {target.kind !== 'vector' && (
        <div className={classes.addAttribute}>
          <ActionButton
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            aria-label={`Add an attribute to ${label}`}
            disabledReason={changeRefusal}
            onClick={addOne}
          >
            attribute
          </ActionButton>
        </div>
      )}
      {adding !== null && (
        <AddAttributes
          {...adding}
          of={of}
          mapping={mapping}
          preview={preview}
          shown={shown}
          dispatch={dispatch}
          onClose={() => setAdding(null)}
        />
      )}
      <WhereEditor
        of={label}
        where={mapping.where}
        columns={shown}
        onChange={(where) => dispatch({ kind: 'where', mapping: mapping.key, where })}
      />
    </section>
  );
}
