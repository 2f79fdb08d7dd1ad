/** Builds the condition that a row must meet to be loaded. */
import { t } from '@acacia/texts';
import {
  LOAD_COMPARISONS,
  LOAD_CONDITION_LIMITS,
  LOAD_LIST_TESTS,
  LOAD_RANGE_TESTS,
  LOAD_UNARY_TESTS,
} from '@acacia/contract';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group as Row,
  Select,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { allValues, typedValues } from './list-values.ts';
import { ValueEditor } from './ValueEditor.tsx';
import {
  isUnary,
  NEW_GROUP,
  NEW_TEST,
  testFault,
  testWarning,
  withOperator,
  type Group,
  type Test,
  type TestFault,
  type TestOperator,
  type ValueTest,
  type Where,
} from './where.ts';
import classes from './ingestion.module.css';

const OPERATORS: readonly TestOperator[] = [
  ...LOAD_COMPARISONS,
  ...LOAD_LIST_TESTS,
  ...LOAD_RANGE_TESTS,
  ...LOAD_UNARY_TESTS,
];
const WORDS: Readonly<Partial<Record<TestOperator, string>>> = {
  IN: t`is one of`,
  'NOT IN': t`is none of`,
  BETWEEN: t`is between`,
  'NOT BETWEEN': t`is not between`,
  'IS EMPTY': t`is empty`,
  'IS NOT EMPTY': t`is not empty`,
  'IS NUMERIC': t`is numeric`,
  'IS NOT NUMERIC': t`is not numeric`,
};
const isOperator = (text: string | null): text is TestOperator =>
  OPERATORS.some((operator) => operator === text);

interface WhereEditorProps {
  /** The target or the group, in labels. */
  readonly of: string;
  readonly where: Where;
  readonly columns: readonly string[];
  /** Levels of groups around it. */
  readonly depth?: number;
  readonly onChange: (where: Where) => void;
}

export function WhereEditor({ of, where, columns, depth = 0, onChange }: WhereEditorProps) {
  const { joined, tests } = where;
  const change = (at: number, test: Test): void =>
    onChange({ joined, tests: tests.map((each, place) => (place === at ? test : each)) });
  const isFull = tests.length >= LOAD_CONDITION_LIMITS.tests;
  return (
    <div className={classes.where}>
      {tests.map((test, at) => {
        const isGroup = test.operator === 'GROUP';
        const label = isGroup ? t`group ${at + 1} of ${of}` : t`condition ${at + 1} of ${of}`;
        return (
          <div key={at} className={classes.argument}>
            {at > 0 ? (
              <Select
                size="xs"
                w={76}
                aria-label={`How ${label} is joined`}
                data={['AND', 'OR']}
                value={joined}
                allowDeselect={false}
                onChange={(next) => onChange({ joined: next === 'OR' ? 'OR' : 'AND', tests })}
              />
            ) : (
              depth === 0 && (
                <Text size="xs" className={classes.beside}>
                  Only rows where
                </Text>
              )
            )}
            {isGroup ? (
              <Checkbox
                size="xs"
                className={classes.beside}
                label="NOT"
                aria-label={`NOT before ${label}`}
                checked={test.negated}
                onChange={(event) => change(at, { ...test, negated: event.currentTarget.checked })}
              />
            ) : (
              <ValueTestEditor
                label={label}
                test={test}
                columns={columns}
                onChange={(next) => change(at, next)}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${label}`}
              onClick={() => onChange({ joined, tests: tests.filter((_, place) => place !== at) })}
            >
              <IconX size={14} />
            </ActionIcon>
            {isGroup && (
              <GroupEditor
                label={label}
                group={test}
                columns={columns}
                depth={depth + 1}
                onChange={(next) => change(at, next)}
              />
            )}
          </div>
        );
      })}
      <Row gap={4}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={12} />}
          aria-label={`Add a condition to ${of}`}
          disabled={isFull}
          onClick={() => onChange({ joined, tests: [...tests, NEW_TEST] })}
        >
          Condition
        </Button>
        {depth < LOAD_CONDITION_LIMITS.levels && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={12} />}
            aria-label={`Add a group of conditions to ${of}`}
            disabled={isFull}
            onClick={() => onChange({ joined, tests: [...tests, NEW_GROUP] })}
          >
            Group
          </Button>
        )}
      </Row>
    </div>
  );
}

interface GroupEditorProps {
  readonly label: string;
  readonly group: Group;
  readonly columns: readonly string[];
  readonly depth: number;
  readonly onChange: (group: Group) => void;
}

function GroupEditor({ label, group, columns, depth, onChange }: GroupEditorProps) {
  const { joined, tests } = group;
  const fault = testFault(group);
  return (
    <div className={classes.call} role="group" aria-label={label}>
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault.message}
        </Text>
      )}
      <WhereEditor
        of={label}
        where={{ joined, tests }}
        columns={columns}
        depth={depth}
        onChange={(where) => onChange({ ...group, ...where })}
      />
    </div>
  );
}

interface ValueTestEditorProps {
  readonly label: string;
  readonly test: ValueTest;
  readonly columns: readonly string[];
  readonly onChange: (test: ValueTest) => void;
}

function ValueTestEditor({ label, test, columns, onChange }: ValueTestEditorProps) {
  const fault = testFault(test);
  const errorOf = (field: TestFault['field']): string | undefined =>
    fault?.field === field ? fault.message : undefined;
  const warning = testWarning(test);
  return (
    <>
      <ValueEditor
        about={label}
        label={`Column for ${label}`}
        fixedLabel={t`Fixed value tested by ${label}`}
        form="scalar"
        columns={columns}
        source={test.source}
        error={errorOf('source')}
        onChange={(source) => onChange({ ...test, source })}
      />
      <Select
        size="xs"
        aria-label={`Test of ${label}`}
        data={OPERATORS.map((value) => ({ value, label: WORDS[value] ?? value }))}
        value={test.operator}
        allowDeselect={false}
        onChange={(operator) => isOperator(operator) && onChange(withOperator(test, operator))}
      />
      {'values' in test && (
        <ValuesInput
          label={`Values of ${label}`}
          values={test.values}
          error={errorOf('value')}
          onChange={(values) => onChange({ ...test, values })}
        />
      )}
      {'from' in test && (
        <>
          <TextInput
            size="xs"
            w={150}
            aria-label={`Least value of ${label}`}
            value={test.from}
            error={errorOf('from')}
            onChange={(event) => onChange({ ...test, from: event.currentTarget.value })}
          />
          <Text size="xs" className={classes.beside}>{t.of('range')`and`}</Text>
          <TextInput
            size="xs"
            w={150}
            aria-label={`Greatest value of ${label}`}
            value={test.to}
            error={errorOf('to')}
            onChange={(event) => onChange({ ...test, to: event.currentTarget.value })}
          />
        </>
      )}
      {'value' in test && !isUnary(test.operator) && (
        <TextInput
          size="xs"
          aria-label={`Value of ${label}`}
          value={test.value}
          error={errorOf('value')}
          onChange={(event) => onChange({ ...test, value: event.currentTarget.value })}
        />
      )}
      {warning !== undefined && (
        <Text size="xs" c="dimmed" className={classes.remark}>
          {warning}
        </Text>
      )}
    </>
  );
}

interface ValuesInputProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Values of a list: a comma ends one, but for a comma in quotes. */
function ValuesInput({ label, values, error, onChange }: ValuesInputProps) {
  const [text, setText] = useState('');
  const add = (more: readonly string[]): void => {
    // Values are compared by case.
    const all = [...new Set([...values, ...more])].slice(0, LOAD_CONDITION_LIMITS.values);
    if (all.length > values.length) onChange(all);
  };
  const type = (typed: string): void => {
    const { values: ended, rest } = typedValues(typed);
    add(ended);
    setText(rest);
  };
  return (
    <TagsInput
      size="xs"
      className={classes.values}
      aria-label={label}
      placeholder={
        values.length === 0 ? t`Value, then Enter or a comma ("a, b" for one with a comma)` : undefined
      }
      value={[...values]}
      maxTags={LOAD_CONDITION_LIMITS.values}
      splitChars={[]}
      acceptValueOnBlur={false}
      error={error}
      searchValue={text}
      onSearchChange={type}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text.trim() === '') return;
        event.preventDefault();
        add(allValues(text));
        setText('');
      }}
      onBlur={() => {
        add(allValues(text));
        setText('');
      }}
      onPaste={(event) => {
        // The field itself would take the text as one value; what it makes of it is left out below.
        add(allValues(`${text}${event.clipboardData.getData('text/plain')}`));
      }}
      onChange={(next) => {
        // Values are added above; here they are removed.
        if (next.length < values.length) onChange(next);
      }}
    />
  );
}
