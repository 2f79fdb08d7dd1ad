/** A new database, or an existing one (specification part 2, sections 4 and 5). */
import { t } from '@acacia/texts';
import type { Database } from '@acacia/contract';
import { Card, Notice } from '@acacia/ui';
import { Group, Radio, Select, Stack, TextInput, Tooltip, type ComboboxItem } from '@mantine/core';
import { WORDS } from '../../data/words.ts';
import type { DatabaseChoice } from './database-choice.ts';
import classes from './WorkspaceForm.module.css';
import type { WorkspaceFormState } from './workspace-values.ts';

interface DatabaseCardProps {
  readonly form: WorkspaceFormState;
  readonly choices: readonly DatabaseChoice[];
  readonly chosen: DatabaseChoice | undefined;
}

const effect = ({ database, writes }: { readonly database: Database; readonly writes: boolean }): string =>
  writes
    ? t`No workspace writes ${database.name} now: this one will be its read-write workspace.`
    : t`Another workspace writes ${database.name}: this one will be read-only, on a snapshot of it, without high availability.`;

export function DatabaseCard({ form, choices, chosen }: DatabaseCardProps) {
  const { source, solutionId } = form.values;
  const refusalOf = (id: string): string | undefined =>
    choices.find(({ database }) => database.database_id === id)?.refusal;
  return (
    <Card title="Database" description={WORDS.database}>
      <Stack gap="md">
        {choices.length > 0 && (
          <Radio.Group
            aria-label="Database"
            value={source}
            onChange={(value) => form.setFieldValue('source', value === 'existing' ? 'existing' : 'new')}
          >
            <Group gap="lg">
              <Radio value="new" label="Create a new database" />
              <Radio value="existing" label="Attach an existing database" />
            </Group>
          </Radio.Group>
        )}
        {source === 'new' ? (
          <TextInput
            label="Database name"
            description={
              solutionId === ''
                ? 'It starts empty: design a schema or load data next.'
                : 'The solution fills it as soon as the workspace is Active.'
            }
            spellCheck={false}
            autoComplete="off"
            maw={420}
            {...form.getInputProps('databaseName')}
          />
        ) : (
          <Select
            label="Existing database"
            placeholder="Select database"
            maw={420}
            data={choices.map(({ database, refusal }) => ({
              value: database.database_id,
              label: database.name,
              disabled: refusal !== undefined,
            }))}
            renderOption={({ option }: { readonly option: ComboboxItem }) => {
              const refusal = refusalOf(option.value);
              return refusal === undefined ? (
                option.label
              ) : (
                <Tooltip label={refusal} position="right">
                  <span className={classes.refused} aria-description={refusal}>
                    {option.label}
                  </span>
                </Tooltip>
              );
            }}
            {...form.getInputProps('databaseId')}
          />
        )}
        {chosen !== undefined && <Notice tone="info">{effect(chosen)}</Notice>}
      </Stack>
    </Card>
  );
}
