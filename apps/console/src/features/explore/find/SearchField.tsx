/** The one search field: an id, a value, a type or a pattern. */
import { comma, t } from '@acacia/texts';
import type { ExplorationPattern, WireGraphSchema, WireVertex } from '@acacia/contract';
import { attributeText, type GraphNode } from '@acacia/graph-view';
import { errorText, formatNumber } from '@acacia/ui';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFocus2, IconPlus, IconSearch, IconShape, IconTopologyStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { useSchemaCheck } from '../../workspace-tool/useGraphChoice.ts';
import { labelOf } from '../../workspace-tool/wire-graph.ts';
import classes from '../explore.module.css';
import { byIds, idsIn } from './ids.ts';
import { looksLikePattern, parsePattern, patternOfType } from './pattern.ts';

interface SearchFieldProps {
  readonly workspaceId: string;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  /** Vertices on the canvas. */
  readonly nodes: readonly GraphNode[];
  readonly onFound: (vertices: readonly WireVertex[]) => void;
  /** @param keys of vertices on the canvas */
  readonly onLocate: (keys: readonly string[]) => void;
  readonly onPattern: (pattern: ExplorationPattern) => void;
}

/** Milliseconds without typing until the workspace is asked. */
const WAIT_MS = 250;
const MOST_HITS = 12;
const MOST_HERE = 5;
const MOST_TYPES = 5;
/** Characters that the workspace looks for; a longer text is a list of ids. */
const LONGEST_SOUGHT = 4096;

const isSought = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_SOUGHT && !looksLikePattern(text);

interface Choice {
  readonly id: string;
  readonly group: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly note?: string;
  readonly act: () => void;
}

export function SearchField(props: SearchFieldProps) {
  const { place, schema, colors, nodes, onFound, onLocate, onPattern } = props;
  const { client, graph } = place;
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), WAIT_MS);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const checkSchema = useSchemaCheck(props.workspaceId, graph);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const words = typed.trim();
  const isPattern = looksLikePattern(words);
  const search = useQuery({
    queryKey: ['workspace', client.origin, 'search', graph, asked],
    queryFn: async ({ signal }) => {
      try {
        return await client.search(graph, { text: asked, limit: MOST_HITS }, { signal });
      } catch (error) {
        if (!signal.aborted) checkSchema();
        throw error;
      }
    },
    enabled: isSought(asked) && schema.VertexTypes.length > 0,
    staleTime: 10_000,
    retry: false,
  });
  const written = isPattern ? parsePattern(words, schema) : null;

  const lookUp = async (ids: readonly string[]) => {
    setBusy(true);
    try {
      const { vertices, missing } = await byIds(place, schema, ids);
      if (vertices.length > 0) onFound(vertices);
      if (missing.length === 0) setTyped('');
      else setProblem(t`There is no vertex with the ID ${missing.slice(0, 5).join(comma)}.`);
    } catch (error) {
      setProblem(errorText(error));
      checkSchema();
    } finally {
      setBusy(false);
    }
  };

  const here = useMemo(() => {
    const low = words.toLowerCase();
    if (low === '' || isPattern) return [];
    return nodes
      .filter(({ label, id }) => label.toLowerCase().includes(low) || id.toLowerCase().endsWith(`/${low}`))
      .slice(0, MOST_HERE);
  }, [nodes, words, isPattern]);

  const choices: Choice[] = [];
  if (written !== null && !('problem' in written)) {
    choices.push({
      id: 'pattern',
      group: t`Pattern`,
      icon: <IconTopologyStar size={14} />,
      label: words,
      note: t`find matches`,
      act: () => onPattern(written),
    });
  }
  for (const { Name } of words === '' || isPattern
    ? []
    : schema.VertexTypes.filter(({ Name }) => Name.toLowerCase().includes(words.toLowerCase())).slice(
        0,
        MOST_TYPES,
      )) {
    choices.push({
      id: `type ${Name}`,
      group: t`Types`,
      icon: <IconShape size={14} color={colors.vertex(Name)} />,
      label: Name,
      note: t`add some`,
      act: () => onPattern(patternOfType(Name)),
    });
  }
  for (const node of here) {
    choices.push({
      id: `here ${node.id}`,
      group: t`On the canvas`,
      icon: <IconFocus2 size={14} />,
      label: node.label,
      note: node.type,
      act: () => onLocate([node.id]),
    });
  }
  const hits = words !== '' && asked === words && !isPattern ? (search.data?.hits ?? []) : [];
  for (const { vertex, attribute } of hits) {
    const value = attribute === null ? '' : attributeText(vertex.attributes[attribute]);
    choices.push({
      id: `hit ${vertex.v_type}/${vertex.v_id}`,
      group: t`In the graph`,
      icon: <IconPlus size={14} color={colors.vertex(vertex.v_type)} />,
      label: labelOf(vertex),
      note: attribute === null ? vertex.v_type : `${vertex.v_type} · ${attribute}: ${value}`,
      act: () => onFound([vertex]),
    });
  }
  const ids = isPattern ? [] : idsIn(words);
  if (ids.length > 1) {
    choices.push({
      id: 'ids',
      group: t`IDs`,
      icon: <IconPlus size={14} />,
      label: t`Add the vertices of ${formatNumber(ids.length)} IDs`,
      act: () => void lookUp(ids),
    });
  }
  const groups = [...new Set(choices.map(({ group }) => group))];
  const isLooking = isSought(words) && (asked !== words || search.isFetching);
  const nothing =
    written !== null && 'problem' in written
      ? written.problem
      : isLooking
        ? t`Looking …`
        : words.length > LONGEST_SOUGHT
          ? t`At most ${formatNumber(LONGEST_SOUGHT)} characters are looked for.`
          : search.error === null
            ? t`Nothing has this in its ID or its texts.`
            : errorText(search.error);

  const choose = (id: string) => {
    const choice = choices.find((each) => each.id === id);
    if (choice === undefined) return;
    choice.act();
    if (choice.id !== 'ids') setTyped('');
    setProblem(undefined);
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target>
        <TextInput
          size="sm"
          aria-label="Search the graph"
          placeholder="ID, value, type or pattern"
          spellCheck={false}
          leftSection={<IconSearch size={15} />}
          rightSection={busy || isLooking ? <Loader size={14} /> : undefined}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(undefined);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/[\r\n]/.test(text.trim())) return;
            // A column of ids, as sheets copy it.
            event.preventDefault();
            setTyped(idsIn(text).join(', '));
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            const [first] = choices;
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0 && first !== undefined) {
              event.preventDefault();
              choose(first.id);
            }
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={words === ''}>
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }}>
          {groups.map((group) => (
            <Combobox.Group key={group} label={group}>
              {choices
                .filter((choice) => choice.group === group)
                .map(({ id, icon, label, note }) => (
                  <Combobox.Option key={id} value={id}>
                    <span className={classes.choice}>
                      {icon}
                      <span className={classes.choiceLabel}>{label}</span>
                      {note !== undefined && <span className={classes.choiceNote}>{note}</span>}
                    </span>
                  </Combobox.Option>
                ))}
            </Combobox.Group>
          ))}
          {choices.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
          {hits.length > 0 && search.data?.more === true && (
            <Combobox.Footer>
              <span className={classes.note}>There are more: type more of it.</span>
            </Combobox.Footer>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
