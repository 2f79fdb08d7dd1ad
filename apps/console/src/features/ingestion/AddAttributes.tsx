/** Adds attributes to the type of a mapping for columns of its file: chosen, shown as the workspace makes them, then made. */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Pagination.layer.css';
import type { WorkspaceClient } from '@acacia/api-client';
import { COLUMN_TYPES } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { ActionButton, ErrorState, formatNumber, toast } from '@acacia/ui';
import { ActionIcon, Button, Group, Modal, Pagination, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ReviewDialog } from '../design-schema/ReviewChange.tsx';
import { saveChange } from '../design-schema/save-draft.ts';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import {
  addedFault,
  addedSources,
  additionOf,
  proposedAttributes,
  withAttributes,
  type AddedAttribute,
} from './added-attributes.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import type { Mapping } from './mapping.ts';
import type { FilePreview } from './source-file.ts';
import type { Loader } from './useLoader.ts';

/** Attributes of one page: a file may have thousands of columns. */
const DRAWN = 50;

/** The graph whose types are changed. */
export interface ChangedGraph {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string;
  readonly schema: GraphSchema;
  /** Why a type cannot be changed, as a sentence; undefined when it can. */
  readonly refusal: (type: string) => string | undefined;
}

interface AddAttributesProps {
  readonly of: ChangedGraph;
  readonly mapping: Mapping;
  readonly preview: FilePreview;
  /** Names under which its columns are shown. */
  readonly shown: readonly string[];
  /** Places of the columns. */
  readonly columns: readonly number[];
  /** Whether it is one attribute, whose column is chosen here. */
  readonly single: boolean;
  readonly dispatch: Loader['dispatch'];
  readonly onClose: () => void;
}

export function AddAttributes(props: AddAttributesProps) {
  const { of, mapping, preview, shown, columns, single, dispatch, onClose } = props;
  const { client, workspaceId, graph, schema } = of;
  const { target } = mapping;
  const queryClient = useQueryClient();
  const [added, setAdded] = useState(() => proposedAttributes(schema, target, preview, columns));
  const [reviewing, setReviewing] = useState(false);
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({
    busy: false,
    error: undefined,
  });
  const change = additionOf(target, added);
  const faultOf = (attribute: AddedAttribute): string | undefined =>
    addedFault(schema, target, added, attribute);
  const faulty = added.find((attribute) => faultOf(attribute) !== undefined);
  const [search, setSearch] = useState('');
  const [wanted, setPage] = useState(1);
  const find = (text: string): void => {
    setSearch(text);
    setPage(1);
  };
  const named = (text: string | undefined): boolean =>
    text?.toLowerCase().includes(search.trim().toLowerCase()) ?? false;
  const found = added
    .map((attribute, index) => [attribute, index] as const)
    .filter(([{ column, name }]) => named(shown[column]) || named(name));
  const page = Math.min(wanted, Math.max(1, Math.ceil(found.length / DRAWN)));
  const drawn = found.slice((page - 1) * DRAWN, page * DRAWN);
  const refusal = added.length === 0 ? t`There is no attribute to add.` : faulty && faultOf(faulty);
  const set = (index: number, patch: Partial<AddedAttribute>): void =>
    setAdded(added.map((each, at) => (at === index ? { ...each, ...patch } : each)));

  const save = async (): Promise<void> => {
    setState({ busy: true, error: undefined });
    try {
      await saveChange(client, graph, change);
      // Before the page reads the schema again: the mapping would follow it without the columns of the attributes.
      const grown = withAttributes(schema, target, added);
      dispatch({ kind: 'grown', mapping: mapping.key, schema: grown, sources: addedSources(added) });
      onClose();
      toast.success(t`Successfully saved the schema!`);
      await queryClient.invalidateQueries({ queryKey: graphKeys.graphs(workspaceId) });
      await queryClient.invalidateQueries({ queryKey: graphKeys.schema(workspaceId, graph) });
    } catch (error) {
      setState({ busy: false, error });
    }
  };

  const row = (attribute: AddedAttribute, index: number): ReactNode => (
    <Group key={single ? index : attribute.column} gap="xs" wrap="nowrap" align="flex-start">
      {single ? (
        <ColumnSelect
          label="Column of the attribute"
          extra={[]}
          columns={shown}
          value={String(attribute.column)}
          onChange={(value) => setAdded(proposedAttributes(schema, target, preview, [Number(value)]))}
        />
      ) : (
        <Text size="sm" w={180} truncate>
          {shown[attribute.column]}
        </Text>
      )}
      <TextInput
        size="xs"
        aria-label={`Name of the attribute for ${shown[attribute.column] ?? ''}`}
        value={attribute.name}
        error={faultOf(attribute)}
        onChange={(event) => set(index, { name: event.currentTarget.value.trim() })}
      />
      <Select
        size="xs"
        w={120}
        aria-label={`Type of the attribute for ${shown[attribute.column] ?? ''}`}
        data={[...COLUMN_TYPES]}
        value={attribute.type}
        allowDeselect={false}
        onChange={(type) => {
          const known = COLUMN_TYPES.find((each) => each === type);
          if (known !== undefined) set(index, { type: known });
        }}
      />
      {!single && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Add no attribute for ${shown[attribute.column] ?? ''}`}
          onClick={() => setAdded(added.filter((each) => each !== attribute))}
        >
          <IconX size={15} />
        </ActionIcon>
      )}
    </Group>
  );

  if (reviewing) {
    return (
      <ReviewDialog
        client={client}
        workspaceId={workspaceId}
        graph={graph}
        change={change}
        onClose={() => setReviewing(false)}
        onSave={() => void save()}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={`Add attributes to ${target.type}`} size={640}>
      <Stack gap="sm">
        {added.length > DRAWN && (
          <TextInput
            size="xs"
            leftSection={<IconSearch size={14} />}
            label={t`Search ${formatNumber(added.length)} attributes`}
            value={search}
            onChange={(event) => find(event.currentTarget.value)}
          />
        )}
        {drawn.map(([attribute, index]) => row(attribute, index))}
        {found.length === 0 && added.length > 0 && (
          <Text size="sm">No column or attribute of that name.</Text>
        )}
        {found.length > DRAWN && (
          <Pagination
            size="sm"
            aria-label={t`Pages of attributes`}
            value={page}
            onChange={setPage}
            total={Math.ceil(found.length / DRAWN)}
          />
        )}
        {faulty !== undefined && !drawn.some(([attribute]) => attribute === faulty) && (
          <Group gap="xs">
            <Text size="sm" c="red">
              {faultOf(faulty)}
            </Text>
            <Button size="compact-sm" variant="subtle" onClick={() => find(faulty.name)}>
              Show
            </Button>
          </Group>
        )}
        {state.error !== undefined && (
          <ErrorState title="The attributes could not be added" error={state.error} compact />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton loading={state.busy} disabledReason={refusal} onClick={() => setReviewing(true)}>
            Review changes
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
