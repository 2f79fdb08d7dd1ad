/** Reading and saving the settings of a workspace by its own API (specification part 2, sections 5, 7 and 8). */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import {
  CONFIG_SETTINGS,
  ConfigAnswer,
  configFault,
  ConfigSaved,
  ServicesRestarted,
  UDF_FILES,
  UdfAnswer,
  UdfName,
  type ConfigSetting,
  type ConfigValues,
  type Service,
} from '@acacia/contract';
import { errorText } from '@acacia/ui';

const ALL: readonly ConfigSetting[] = CONFIG_SETTINGS;

/** Settings with a field; a setting with `twinOf` follows that other one. */
export const SHOWN: readonly ConfigSetting[] = ALL.filter(({ twinOf }) => twinOf === undefined);

export interface GraphAdminValues {
  readonly config: ConfigValues;
  readonly udf: Readonly<Record<UdfName, string>>;
}

export async function readConfig(
  client: WorkspaceClient,
  signal: AbortSignal | undefined,
): Promise<ConfigValues> {
  const key = ALL.map((setting) => setting.key);
  return ConfigAnswer.parse(await client.request({ path: '/api/config', query: { key }, signal })).results;
}

export async function readUdf(
  client: WorkspaceClient,
  signal: AbortSignal | undefined,
): Promise<GraphAdminValues['udf']> {
  const read = async (name: UdfName) => {
    const answer = await client.request({ path: `/api/udf/${name}`, signal });
    return [name, UdfAnswer.parse(answer).results] as const;
  };
  const texts = await Promise.all(UdfName.options.map(read));
  return Object.fromEntries(texts) as Record<UdfName, string>;
}

/** Values that differ from the stored ones, together with the settings that mirror them. */
export function configDiff(stored: ConfigValues, entered: ConfigValues): ConfigValues {
  const changed = SHOWN.filter(({ key }) => entered[key] !== undefined && entered[key] !== stored[key]);
  const twins = ALL.filter(({ twinOf }) => changed.some(({ key }) => key === twinOf));
  return Object.fromEntries([
    ...changed.map(({ key }) => [key, entered[key] ?? '']),
    ...twins.map(({ key, twinOf }) => [key, entered[twinOf ?? ''] ?? '']),
  ]) as ConfigValues;
}

/** The problems of the entered values, by key. */
export function configProblems(stored: ConfigValues, entered: ConfigValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const setting of SHOWN) {
    const value = entered[setting.key];
    if (value === undefined || value === stored[setting.key]) continue;
    const fault = configFault(setting, value);
    if (fault !== null) problems.set(setting.key, said(fault));
  }
  return problems;
}

/** A step of saving that failed, in the specification's words. */
async function step<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${failure}: ${errorText(error)}.`.replace(/\.\.$/, '.'), { cause: error });
  }
}

export interface Saved {
  /** Whether services were restarted to apply it. */
  readonly restarted: boolean;
}

/**
 * Stores the values and files, then restarts the services that make them act.
 * @throws Error with the specification's text for the step that failed
 */
export async function saveGraphAdmin(
  client: WorkspaceClient,
  config: ConfigValues,
  udf: Partial<Readonly<Record<UdfName, string>>>,
): Promise<Saved> {
  const services = await step(t`Failed to apply the new configurations`, async () => {
    for (const name of UdfName.options) {
      const text = udf[name];
      if (text === undefined) continue;
      await client.request({ method: 'PUT', path: `/api/udf/${name}`, json: { udf: text } });
    }
    const needed = new Set<Service>(Object.keys(udf).length > 0 ? ['gsql'] : []);
    if (Object.keys(config).length > 0) {
      const answer = await client.request({ method: 'POST', path: '/api/config', json: config });
      for (const service of ConfigSaved.parse(answer).results.restart) needed.add(service);
    }
    return [...needed];
  });
  if (services.length === 0) return { restarted: false };
  await step(t`Failed to restart the services`, async () => {
    const request = {
      method: 'POST',
      path: '/api/service/restart',
      query: { serviceName: services },
    } as const;
    ServicesRestarted.parse(await client.request(request));
  });
  return { restarted: true };
}

export const UDF_NAMES = UdfName.options.map((name) => ({ name, file: UDF_FILES[name] }));
