/** Mapping of a file's rows to vertices and edges, with columns as the sources of their attributes. */
import { ActionIcon, Button, Code, Collapse, Menu, Select, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowRight, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { GraphSchema } from '@acacia/language';
import { Card, CopyButton } from '@acacia/ui';
import type { FilePreview } from './file-preview.ts';
import { mappingProblems, NO_SOURCE, type Mapping, type Slot, type Source } from './mapping.ts';
import type { Ingestion } from './useIngestion.ts';
import classes from './ingestion.module.css';

const NOT_MAPPED = 'none';
const FIXED = 'literal';

const sourceValue = (source: Source): string =>
  source.kind === 'column' ? String(source.index) : source.kind === 'literal' ? FIXED : NOT_MAPPED;

function sourceOf(value: string): Source {
  if (value === NOT_MAPPED) return NO_SOURCE;
  if (value === FIXED) return { kind: 'literal', text: '' };
  return { kind: 'column', index: Number(value) };
}

export function MapStep({
  ingestion,
  schema,
}: {
  readonly ingestion: Ingestion;
  readonly schema: GraphSchema;
}) {
  const [shown, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.stack}>
      {ingestion.files.map(({ preview }) => (
        <FileMappings key={preview.name} preview={preview} ingestion={ingestion} schema={schema} />
      ))}
      {ingestion.mappings.length > 0 && (
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
              <CopyButton value={ingestion.text} label="Copy the loading job" />
              <Code block>{ingestion.text}</Code>
            </div>
          </Collapse>
        </div>
      )}
    </div>
  );
}

function FileMappings({
  preview,
  ingestion,
  schema,
}: {
  readonly preview: FilePreview;
  readonly ingestion: Ingestion;
  readonly schema: GraphSchema;
}) {
  const own = ingestion.mappings.filter((mapping) => mapping.file === preview.name);
  const edges = schema.edgeTypes.filter((type) => type.reverseOf === undefined);
  return (
    <Card
      title={preview.name}
      description={own.length === 0 ? 'Not loaded: choose what its rows become.' : undefined}
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
              <Menu.Item
                key={name}
                onClick={() => ingestion.addMapping(preview.name, { kind: 'vertex', type: name })}
              >
                {name}
              </Menu.Item>
            ))}
            {edges.length > 0 && <Menu.Label>Edge types</Menu.Label>}
            {edges.flatMap((type) =>
              type.pairs.map((pair) => (
                <Menu.Item
                  key={`${type.name} ${pair.from} ${pair.to}`}
                  onClick={() => ingestion.addMapping(preview.name, { kind: 'edge', type: type.name, pair })}
                >
                  {type.name} ({pair.from} → {pair.to})
                </Menu.Item>
              )),
            )}
          </Menu.Dropdown>
        </Menu>
      }
    >
      {own.length > 0 && (
        <div className={classes.stack}>
          {own.map((mapping) => (
            <MappingCard key={mapping.key} mapping={mapping} preview={preview} ingestion={ingestion} />
          ))}
        </div>
      )}
    </Card>
  );
}

function MappingCard({
  mapping,
  preview,
  ingestion,
}: {
  readonly mapping: Mapping;
  readonly preview: FilePreview;
  readonly ingestion: Ingestion;
}) {
  const { target } = mapping;
  const problems = mappingProblems([mapping]);
  const label = `${target.kind === 'vertex' ? 'Vertex' : 'Edge'} ${target.type}`;
  const setSlot = (index: number, patch: Partial<Slot>): void =>
    ingestion.changeMapping(mapping.key, {
      slots: mapping.slots.map((slot, at) => (at === index ? { ...slot, ...patch } : slot)),
    });
  const columns = [
    { value: NOT_MAPPED, label: '(not mapped)' },
    { value: FIXED, label: '(fixed value)' },
    ...preview.columns.map((name, index) => ({ value: String(index), label: name })),
  ];
  return (
    <section className={classes.mapping} aria-label={label}>
      <div className={classes.mappingHead}>
        <strong>{label}</strong>
        {target.kind === 'edge' && (
          <Switch
            size="xs"
            label="Report rows whose ends do not exist instead of creating the ends"
            checked={mapping.endsMustExist}
            onChange={(event) => ingestion.setEndsMustExist(mapping.file, event.currentTarget.checked)}
          />
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove mapping to ${target.type}`}
          onClick={() => ingestion.removeMapping(mapping.key)}
        >
          <IconX size={15} />
        </ActionIcon>
      </div>
      <ul className={classes.slots}>
        {mapping.slots.map((slot, index) => {
          const problem = problems.find((each) => each.slot === slot.name);
          return (
            <li key={slot.name} className={classes.slot}>
              <Select
                size="xs"
                aria-label={`Column for ${slot.name} of ${target.type}`}
                data={columns}
                searchable={columns.length > 12}
                allowDeselect={false}
                value={sourceValue(slot.source)}
                error={problem?.message}
                onChange={(value) => value !== null && setSlot(index, { source: sourceOf(value) })}
              />
              {slot.source.kind === 'literal' && (
                <TextInput
                  size="xs"
                  aria-label={`Fixed value of ${slot.name}`}
                  value={slot.source.text}
                  onChange={(event) =>
                    setSlot(index, { source: { kind: 'literal', text: event.currentTarget.value } })
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
