/** Graph admin: settings of the workspace's services and its user-defined functions. */
import { comma, said, t } from '@acacia/texts';
import '@mantine/core/styles/PasswordInput.layer.css';
import {
  ABOVE_VERSION,
  configSetting,
  versionAbove,
  type ConfigSetting,
  type UdfName,
} from '@acacia/contract';
import { Notice, Section, Sections, SettingRow, TextFileField, toast } from '@acacia/ui';
import { PasswordInput, Tabs, TextInput } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useReducer, type ChangeEvent } from 'react';
import { useServices } from '../../../services/services.ts';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import classes from '../configuration.module.css';
import {
  configDiff,
  configProblems,
  readConfig,
  readUdf,
  saveGraphAdmin,
  SHOWN,
  UDF_NAMES,
} from './graph-admin.ts';
import { entered } from '../entered.ts';
import { useSaveable, type ConfigurationTabProps } from '../useSaveable.ts';

/** Milliseconds for which the message about a restart stays afterwards, so that it is seen. */
const RESTARTED_MS = 10_000;

type Entered<K extends string> = Partial<Readonly<Record<K, string>>>;
/** Entered values at the time of a save. */
interface Sent {
  readonly config: Entered<string>;
  readonly udf: Entered<UdfName>;
}

export function Tab({ workspace, report }: ConfigurationTabProps) {
  const { queryClient } = useServices();
  const client = useWorkspaceClient(workspace);
  const hasUdf = versionAbove(workspace.tg_version, ABOVE_VERSION.functionFiles);
  const queryKey = ['graph-admin', workspace.workspace_id];
  const { data: stored } = useSuspenseQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [config, udf] = await Promise.all([
        readConfig(client, signal),
        hasUdf ? readUdf(client, signal) : Promise.resolve(null),
      ]);
      return { config, udf };
    },
    // Values being edited do not change under the person's hands.
    refetchOnWindowFocus: false,
  });
  const [config, changeConfig] = useReducer(entered<Record<string, string>>, {});
  const [udf, changeUdf] = useReducer(entered<Record<UdfName, string>>, {});
  const values = stored.config;
  const changes = configDiff(values, config as Record<string, string>);
  const files = Object.fromEntries(
    Object.entries(udf).filter(([name, text]) => text !== stored.udf?.[name as UdfName]),
  ) as Entered<UdfName>;
  const problems = configProblems(values, config as Record<string, string>);
  const changed = Object.keys(changes).length + Object.keys(files).length > 0;

  const save = useMutation({
    mutationFn: (_sent: Sent) => saveGraphAdmin(client, changes, files),
    onSuccess: async ({ restarted }, sent) => {
      await queryClient.invalidateQueries({ queryKey });
      changeConfig({ kind: 'saved', sent: sent.config });
      changeUdf({ kind: 'saved', sent: sent.udf });
      toast.success(t`Configuration saved successfully.`, restarted ? { autoClose: RESTARTED_MS } : {});
    },
    onError: (error) => toast.error(error),
  });

  const empty = Object.values(files).includes('') ? t`The file is empty.` : undefined;
  useSaveable(report, {
    dirty: changed,
    refusal: [...problems.values()][0] ?? empty,
    busy: save.isPending,
    onSave: () => save.mutate({ config, udf }),
    unchanged: t`No config to update`,
  });

  const rows = (category: ConfigSetting['category']) =>
    SHOWN.filter((setting) => setting.category === category).map((setting) => (
      <SettingField
        key={setting.key}
        setting={setting}
        value={config[setting.key] ?? values[setting.key] ?? ''}
        problem={problems.get(setting.key)}
        onChange={(value) => changeConfig({ kind: 'enter', change: { [setting.key]: value } })}
      />
    ));
  const restarts = servicesOf(changes);
  return (
    <>
      <Sections open={['system']}>
        <Section id="system" title="System">
          {rows('System')}
        </Section>
        <Section id="advanced" title="Advanced">
          {rows('Advanced')}
        </Section>
        {stored.udf !== null && (
          <Section
            id="udf"
            title="User defined functions"
            description="Kept with the workspace. Functions in C++ cannot run in this version: queries that call one are refused with the name of the file."
          >
            <Tabs defaultValue={UDF_NAMES[0]?.name ?? null} keepMounted={false}>
              <Tabs.List aria-label="Files">
                {UDF_NAMES.map(({ name, file }) => (
                  <Tabs.Tab key={name} value={name}>
                    {file}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {UDF_NAMES.map(({ name, file }) => (
                <Tabs.Panel key={name} value={name} pt="xs">
                  <TextFileField
                    name={file}
                    value={udf[name] ?? stored.udf?.[name] ?? ''}
                    accept=".hpp,.cpp"
                    onChange={(text) => changeUdf({ kind: 'enter', change: { [name]: text } })}
                  />
                </Tabs.Panel>
              ))}
            </Tabs>
          </Section>
        )}
      </Sections>
      {restarts.length > 0 && (
        <Notice tone="warning">{`Saving restarts ${restarts.join(comma)}: queries that are running there end.`}</Notice>
      )}
    </>
  );
}

const servicesOf = (changes: Readonly<Record<string, string>>): string[] => [
  ...new Set(Object.keys(changes).flatMap((key) => configSetting(key)?.services ?? [])),
];

interface SettingFieldProps {
  readonly setting: ConfigSetting;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function SettingField({ setting, value, problem, onChange }: SettingFieldProps) {
  const { type, optional } = setting;
  const label = said(setting.label);
  const tooltip = said(setting.tooltip);
  const unit = said(setting.unit);
  const field = {
    value,
    error: problem,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  };
  return (
    <SettingRow label={optional ? `${label} (optional)` : label} description={tooltip}>
      {(control) =>
        type === 'secret' ? (
          <PasswordInput {...control} {...field} autoComplete="new-password" />
        ) : (
          <TextInput
            {...control}
            {...field}
            inputMode={type === 'int' ? 'numeric' : type === 'float' ? 'decimal' : 'text'}
            rightSection={unit === undefined ? undefined : <span className={classes.unit}>{unit}</span>}
            rightSectionWidth={unit === undefined ? undefined : 70}
            rightSectionPointerEvents="none"
          />
        )
      }
    </SettingRow>
  );
}
