/** Ways to start: vertices by id, by an attribute, or some of a type. */
import { Form } from '@acacia/ui';
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { filterOf, verticesOfType, type GraphPlace } from '../workspace-tool/graph-queries.ts';
import classes from './explore.module.css';

interface FindPanelProps {
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly onFound: (vertices: readonly WireVertex[], missing: readonly string[]) => void;
}

type Way = 'id' | 'search' | 'some';
type Field = 'type' | 'ids' | 'attribute' | 'value';

/** A problem with an entered value; the message is for people. */
class FieldProblem extends Error {
  readonly field: Field;
  constructor(field: Field, message: string) {
    super(message);
    this.field = field;
  }
}

const OPERATORS = ['=', '!=', '>', '>=', '<', '<='] as const;
const QUOTED: ReadonlySet<string> = new Set(['STRING', 'STRING COMPRESS', 'DATETIME', 'BOOL']);
const MOST = 2000;
/** Ids asked for side by side. */
const AT_ONCE = 6;

/** Fetches vertices one by one, a few at a time; unknown ids are returned as missing. */
async function byIds({ client, graph }: GraphPlace, type: string, ids: readonly string[]) {
  const vertices: WireVertex[] = [];
  const missing: string[] = [];
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        vertices.push(await client.vertex(graph, type, id));
      } catch (error) {
        if (!(error instanceof Error) || !('status' in error) || error.status === 0) throw error;
        missing.push(id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { vertices, missing };
}

export function FindPanel({ place, schema, onFound }: FindPanelProps) {
  const types = schema.VertexTypes.map((type) => type.Name);
  const [way, setWay] = useState<Way>('some');
  const [chosenType, setType] = useState<string | null>(null);
  const type = chosenType !== null && types.includes(chosenType) ? chosenType : (types[0] ?? '');
  const [ids, setIds] = useState('');
  const [attribute, setAttribute] = useState<string | null>(null);
  const [operator, setOperator] = useState<(typeof OPERATORS)[number]>('=');
  const [value, setValue] = useState('');
  const [limit, setLimit] = useState(25);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const attributes = schema.VertexTypes.find((each) => each.Name === type)?.Attributes ?? [];
  const chosen = attributes.find((each) => each.AttributeName === attribute);

  /** The panel goes with its graph and its page: what is found later is of no use there. */
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const report: FindPanelProps['onFound'] = (vertices, missing) => {
    if (here.current) onFound(vertices, missing);
  };

  const find = async () => {
    if (way === 'id') {
      const wanted = [...new Set(ids.split(/[\n,]+/).map((id) => id.trim()))].filter((id) => id !== '');
      if (wanted.length === 0) throw new FieldProblem('ids', 'Please input a valid vertex ID.');
      const { vertices, missing } = await byIds(place, type, wanted);
      if (vertices.length === 0)
        throw new FieldProblem('ids', `There is no ${type} with the ID ${missing.slice(0, 5).join(', ')}.`);
      report(vertices, missing);
      return;
    }
    let filter: string | undefined;
    if (way === 'search') {
      if (chosen === undefined) throw new FieldProblem('attribute', 'Please choose an attribute.');
      const quoted = QUOTED.has(chosen.AttributeType.Name);
      if (!quoted && !/^-?\d+(\.\d+)?$/.test(value.trim())) {
        throw new FieldProblem('value', `Please input a valid ${chosen.AttributeType.Name}.`);
      }
      filter = filterOf(chosen.AttributeName, operator, quoted ? value : value.trim(), quoted);
    }
    const vertices = await verticesOfType(place, type, {
      limit,
      ...(filter === undefined ? {} : { filter }),
    });
    if (vertices.length === 0) {
      throw way === 'search'
        ? new FieldProblem('value', `No ${type} matches.`)
        : new FieldProblem('type', `There are no ${type} vertices yet.`);
    }
    report(vertices, []);
  };
  const submit = () => {
    setBusy(true);
    setProblem(null);
    find()
      .catch((error: unknown) => setProblem(error instanceof Error ? error : new Error(String(error))))
      .finally(() => setBusy(false));
  };

  const errorOf = (field: Field): string | undefined =>
    problem instanceof FieldProblem && problem.field === field ? problem.message : undefined;

  return (
    <Form className={classes.form} onSubmit={submit} aria-label="Add vertices">
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Find vertices by"
        value={way}
        onChange={(next) => {
          setProblem(null);
          setWay(next);
        }}
        data={[
          { value: 'some', label: 'Some' },
          { value: 'id', label: 'ID' },
          { value: 'search', label: 'Attribute' },
        ]}
      />
      <Select
        label="Vertex type"
        size="xs"
        searchable={types.length > 8}
        allowDeselect={false}
        data={types}
        value={type}
        error={errorOf('type')}
        onChange={setType}
      />
      {way === 'id' && (
        <Textarea
          label="IDs"
          description="Separated by commas or lines"
          size="xs"
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={ids}
          error={errorOf('ids')}
          onChange={(event) => setIds(event.currentTarget.value)}
        />
      )}
      {way === 'search' && (
        <>
          <Select
            label="Attribute"
            size="xs"
            placeholder={attributes.length === 0 ? 'This type has no attributes' : 'Choose'}
            disabled={attributes.length === 0}
            data={attributes.map((each) => each.AttributeName)}
            value={chosen?.AttributeName ?? null}
            error={errorOf('attribute')}
            onChange={setAttribute}
          />
          <div className={classes.condition}>
            <Select
              aria-label="Comparison"
              size="xs"
              allowDeselect={false}
              data={[...OPERATORS]}
              value={operator}
              onChange={(next) => setOperator(OPERATORS.find((each) => each === next) ?? '=')}
            />
            <TextInput
              aria-label="Value"
              placeholder={chosen?.AttributeType.Name === 'DATETIME' ? 'YYYY-MM-DD HH:MM:SS' : 'Value'}
              size="xs"
              spellCheck={false}
              value={value}
              error={errorOf('value')}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          </div>
        </>
      )}
      {way !== 'id' && (
        <NumberInput
          label="At most"
          size="xs"
          min={1}
          max={MOST}
          allowDecimal={false}
          clampBehavior="strict"
          value={limit}
          onChange={(next) => setLimit(Math.max(1, Number(next) || 1))}
        />
      )}
      {problem !== null && !(problem instanceof FieldProblem) && (
        <p role="alert" className={classes.problem}>
          {problem.message}
        </p>
      )}
      <Button
        type="submit"
        size="xs"
        loading={busy}
        disabled={type === ''}
        leftSection={<IconPlus size={14} />}
      >
        Add to the graph
      </Button>
    </Form>
  );
}
