/** Builds the condition that a row must meet to be loaded. */
import { t } from '@acacia/texts';
import { LOAD_COMPARISONS, LOAD_UNARY_TESTS } from '@acacia/contract';
import { ActionIcon, Button, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { NO_SOURCE } from './source.ts';
import { ValueEditor } from './ValueEditor.tsx';
import { isUnary, type Test, type TestOperator, type Where } from './where.ts';
import classes from './ingestion.module.css';

const OPERATORS: readonly TestOperator[] = [...LOAD_COMPARISONS, ...LOAD_UNARY_TESTS];
const WORDS: Readonly<Partial<Record<TestOperator, string>>> = {
  'IS EMPTY': t`is empty`,
  'IS NOT EMPTY': t`is not empty`,
  'IS NUMERIC': t`is numeric`,
  'IS NOT NUMERIC': t`is not numeric`,
};
const isOperator = (text: string | null): text is TestOperator =>
  OPERATORS.some((operator) => operator === text);

interface WhereEditorProps {
  /** The target, in labels. */
  readonly of: string;
  readonly where: Where;
  readonly columns: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (where: Where) => void;
}

export function WhereEditor({ of, where, columns, error, onChange }: WhereEditorProps) {
  const { joined, tests } = where;
  const change = (at: number, test: Test): void =>
    onChange({ ...where, tests: tests.map((each, place) => (place === at ? test : each)) });
  return (
    <div className={classes.where}>
      {tests.map((test, at) => {
        const label = t`condition ${at + 1} of ${of}`;
        return (
          <div key={at} className={classes.argument}>
            {at === 0 ? (
              <Text size="xs">Only rows where</Text>
            ) : (
              <Select
                size="xs"
                aria-label={`How ${label} is joined`}
                data={['AND', 'OR']}
                value={joined}
                allowDeselect={false}
                onChange={(next) => onChange({ ...where, joined: next === 'OR' ? 'OR' : 'AND' })}
              />
            )}
            <ValueEditor
              about={label}
              label={`Column for ${label}`}
              fixedLabel={t`Fixed value tested by ${label}`}
              form="scalar"
              columns={columns}
              source={test.source}
              error={test.source.kind === 'none' ? error : undefined}
              onChange={(source) => change(at, { ...test, source })}
            />
            <Select
              size="xs"
              aria-label={`Test of ${label}`}
              data={OPERATORS.map((value) => ({ value, label: WORDS[value] ?? value }))}
              value={test.operator}
              allowDeselect={false}
              onChange={(operator) => isOperator(operator) && change(at, { ...test, operator })}
            />
            {!isUnary(test.operator) && (
              <TextInput
                size="xs"
                aria-label={`Value of ${label}`}
                value={test.value}
                onChange={(event) => change(at, { ...test, value: event.currentTarget.value })}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${label}`}
              onClick={() => onChange({ ...where, tests: tests.filter((_, place) => place !== at) })}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={12} />}
        aria-label={`Add a condition to ${of}`}
        onClick={() =>
          onChange({ ...where, tests: [...tests, { source: NO_SOURCE, operator: '==', value: '' }] })
        }
      >
        Condition
      </Button>
    </div>
  );
}
