/** Chooses which global types a graph uses. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { schemaFromWire } from '@acacia/language';
import { ActionButton, ErrorState } from '@acacia/ui';
import { Checkbox, Popover, TextInput, Tooltip } from '@mantine/core';
import { IconSearch, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, memo, use, useMemo, useState } from 'react';
import { typeColors, useGraphStyle } from '../workspace-tool/type-colors.ts';
import { schemaQuery } from '../workspace-tool/useGraphChoice.ts';
import { draftOf, EMPTY_DRAFT, NO_STYLE, type Draft, type DraftEdge, type DraftVertex } from './draft.ts';
import { globalRefusal, toggled, type GlobalChoice } from './global-choice.ts';
import { TypeMark } from '../workspace-tool/type-icons.tsx';
import { pictureOf } from '../workspace-tool/type-pictures.ts';
import classes from './Designer.module.css';

/** Types up to which each is shown with its icon (specification part 4, section 9). */
const MOST_ICONS = 200;
/** Types that are listed at once; others are found by the search. */
const MOST_LISTED = 300;

/** The draft, of which the choices alone are drawn anew. */
export const DraftContext = createContext<Draft>(EMPTY_DRAFT);

interface GlobalTypesProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  /** Why the draft cannot be edited; undefined when it can. */
  readonly readOnlyReason: string | undefined;
  readonly onChoose: (choice: GlobalChoice) => void;
}

export const GlobalTypes = memo(function GlobalTypes(props: GlobalTypesProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={400}
      position="bottom-start"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <ActionButton
            variant="default"
            leftSection={<IconWorld size={15} />}
            disabledReason={props.readOnlyReason}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            Global types
          </ActionButton>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Global types">
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
});

function Choices({ client, workspaceId, onChoose }: GlobalTypesProps) {
  const draft = use(DraftContext);
  const wire = useQuery({ ...schemaQuery(client, workspaceId, null), staleTime: 5 * 60_000 });
  const { data: style = NO_STYLE } = useGraphStyle(client, workspaceId, null);
  const [wanted, setWanted] = useState('');
  const global = useMemo(() => {
    if (wire.data === undefined) return undefined;
    const schema = schemaFromWire(wire.data);
    const colors = typeColors(
      schema.vertexTypes.map(({ name }) => name),
      style,
    );
    return draftOf(schema, { style, colorOf: colors.vertex, isForeign: () => true });
  }, [wire.data, style]);
  if (wire.isError)
    return (
      <ErrorState
        title="The global types could not be loaded"
        error={wire.error}
        onRetry={() => void wire.refetch()}
      />
    );
  if (global === undefined) return <p role="status">Loading global types</p>;
  const all = [...global.vertices, ...global.edges];
  if (all.length === 0) return <p className={classes.nothing}>No global types</p>;
  const text = wanted.trim().toLowerCase();
  const found = (types: readonly (DraftVertex | DraftEdge)[]) =>
    types.filter(({ name }) => name.toLowerCase().includes(text)).slice(0, MOST_LISTED);
  const used = new Set(
    [...draft.vertices, ...draft.edges].filter(({ foreign }) => foreign).map(({ name }) => name),
  );
  const part = (title: string, types: readonly (DraftVertex | DraftEdge)[]) =>
    types.length > 0 && (
      <section aria-label={title}>
        <h3 className={classes.listTitle}>{title}</h3>
        {types.map((type) => {
          const refusal = globalRefusal(draft, global, type);
          return (
            <Tooltip key={type.key} label={refusal} disabled={refusal === undefined}>
              <div className={classes.global}>
                <Checkbox
                  size="xs"
                  label={
                    <span className={classes.globalName}>
                      {all.length <= MOST_ICONS && 'icon' in type && (
                        <TypeMark icon={pictureOf(type.icon, type.name)} color={type.color} size={14} />
                      )}
                      {type.name}
                    </span>
                  }
                  checked={used.has(type.name)}
                  disabled={refusal !== undefined}
                  onChange={(event) => onChoose(toggled(draft, global, type, event.currentTarget.checked))}
                />
              </div>
            </Tooltip>
          );
        })}
      </section>
    );
  return (
    <>
      <TextInput
        size="xs"
        leftSection={<IconSearch size={14} />}
        placeholder="Search global types"
        aria-label="Search global types"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <div className={classes.globals}>
        {part(t`Vertex types`, found(global.vertices))}
        {part(t`Edge types`, found(global.edges))}
      </div>
    </>
  );
}
