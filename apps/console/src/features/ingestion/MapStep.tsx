/** Mapping of a file's rows to vertices and edges, with columns as the sources of their attributes. */
import { ActionIcon, Button, Code, Collapse, Menu, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowRight, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { GraphSchema } from '@acacia/language';
import { Card, CopyButton } from '@acacia/ui';
import { ColumnSelect } from './ColumnSelect.tsx';
import type { FilePreview } from './source-file.ts';
import { mappingProblems, NO_SOURCE, slotsOf, type Mapping, type Source } from './mapping.ts';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

const NOT_MAPPED = 'none';
const FIXED = 'literal';

const EXTRA = [
  { value: NOT_MAPPED, label: '(not mapped)' },
  { value: FIXED, label: '(fixed value)' },
];

const sourceValue = (source: Source): string =>
  source.kind === 'column' ? String(source.index) : source.kind === 'literal' ? FIXED : NOT_MAPPED;

function sourceOf(value: string): Source {
  if (value === NOT_MAPPED) return NO_SOURCE;
  if (value === FIXED) return { kind: 'literal', text: '' };
  return { kind: 'column', index: Number(value) };
}

export function MapStep({ loader, schema }: { readonly loader: Loader; readonly schema: GraphSchema }) {
  const { files, mappings } = loader.state;
  const [shown, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.stack}>
      {files.map(({ preview }) => (
        <FileMappings
          key={preview.name}
          preview={preview}
          mappings={mappings.filter((mapping) => mapping.file === preview.name)}
          schema={schema}
          dispatch={loader.dispatch}
        />
      ))}
      {mappings.length > 0 && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={shown}
            rightSection={<IconChevronDown size={14} />}
            onClick={toggle}
          >
            {shown ? 'Hide GSQL' : 'Show GSQL'}
          </Button>
          <Collapse expanded={shown}>
            <div className={classes.code}>
              <CopyButton value={loader.text} label="Copy the loading job" />
              <Code block>{loader.text}</Code>
            </div>
          </Collapse>
        </div>
      )}
    </div>
  );
}

interface FileMappingsProps {
  readonly preview: FilePreview;
  /** Those of the file. */
  readonly mappings: readonly Mapping[];
  readonly schema: GraphSchema;
  readonly dispatch: Loader['dispatch'];
}

function FileMappings({ preview, mappings, schema, dispatch }: FileMappingsProps) {
  const map = (target: Mapping['target']): void =>
    dispatch({ kind: 'map', file: preview.name, target, slots: slotsOf(schema, target) });
  const edges = schema.edgeTypes.filter((type) => type.reverseOf === undefined);
  return (
    <Card
      title={preview.name}
      description={mappings.length === 0 ? 'Not loaded: choose what its rows become.' : undefined}
      actions={
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} />}
              aria-label={`Map ${preview.name}`}
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
      }
    >
      {mappings.length > 0 && (
        <div className={classes.stack}>
          {mappings.map((mapping) => (
            <MappingCard key={mapping.key} mapping={mapping} preview={preview} dispatch={dispatch} />
          ))}
        </div>
      )}
    </Card>
  );
}

interface MappingCardProps {
  readonly mapping: Mapping;
  readonly preview: FilePreview;
  readonly dispatch: Loader['dispatch'];
}

function MappingCard({ mapping, preview, dispatch }: MappingCardProps) {
  const { target } = mapping;
  const problems = mappingProblems([mapping]);
  const label = `${target.kind === 'vertex' ? 'Vertex' : 'Edge'} ${target.type}`;
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
          return (
            <li key={slot.name} className={classes.slot}>
              <ColumnSelect
                label={`Column for ${slot.name} of ${target.type}`}
                extra={EXTRA}
                columns={preview.columns}
                value={sourceValue(slot.source)}
                error={problem?.message}
                onChange={(value) => setSource(slot.name, sourceOf(value))}
              />
              {slot.source.kind === 'literal' && (
                <TextInput
                  size="xs"
                  aria-label={`Fixed value of ${slot.name}`}
                  value={slot.source.text}
                  onChange={(event) =>
                    setSource(slot.name, { kind: 'literal', text: event.currentTarget.value })
                  }
                />
              )}
              <IconArrowRight size={14} aria-hidden="true" className={classes.arrow} />
              <span className={classes.slotName} data-mapped={slot.source.kind !== 'none' || undefined}>
                {slot.name}
                <small>
                  {slot.type}
                  {slot.required ? ' · id' : ''}
                </small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
