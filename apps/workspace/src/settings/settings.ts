/**
 * The values of the workspace's settings. A saved value takes effect when every service of its key has restarted since,
 * as on TigerGraph; until then the previous value holds.
 */
import { messageOf } from '@acacia/base';
import {
  CONFIG_SETTINGS,
  configFault,
  configSetting,
  ConfigValues,
  MASKED_SECRET,
  type ConfigKey,
  type ConfigSetting,
  type Service,
} from '@acacia/contract';
import { problem } from '../errors/problem.ts';
import { rsaPublicKey } from './rsa-key.ts';
import { parseKept, type KeptFiles } from '../storage/kept-files.ts';

export interface Settings {
  /** The number that acts now. */
  number(key: ConfigKey): number;
  /** The text that acts now. */
  text(key: ConfigKey): string;
  /** Saved values by key, secrets masked; of all keys when none is named. @throws Problem 400 for an unknown key */
  saved(keys: readonly string[]): ConfigValues;
  /**
   * Saves values, all or none; returns the services whose restart applies them.
   * @throws Problem 400 that names the key or the field at fault
   */
  save(values: ConfigValues): Promise<Service[]>;
  /** Applies the values that waited for this service alone. */
  restarted(service: Service): void;
}

const FILE = 'settings.json';

function known(key: string): ConfigSetting {
  const setting = configSetting(key);
  if (setting === undefined) throw problem('noSetting', { key });
  return setting;
}

/** The problem with a value that is a key, in words. */
function keyFault({ key, label }: ConfigSetting, value: string): string | null {
  if (key !== 'Security.JWT.RSA.PublicKey' || value === '') return null;
  try {
    rsaPublicKey(value);
    return null;
  } catch (error) {
    return `${label}: ${messageOf(error)}.`;
  }
}

/** Valid settings of a file that another version may have written: unknown keys and invalid values are left out. */
function valid(values: ConfigValues): Map<string, string> {
  const entries = Object.entries(values).filter(([key, value]) => {
    const setting = configSetting(key);
    if (setting === undefined) return false;
    return configFault(setting, value) === null && keyFault(setting, value) === null;
  });
  return new Map(entries);
}

export async function openSettings(files: KeptFiles): Promise<Settings> {
  const text = await files.read(FILE);
  let saved: ReadonlyMap<string, string> =
    text === undefined ? new Map() : valid(parseKept(FILE, text, ConfigValues));
  const active = new Map(saved);
  /** Services that are still to be restarted before a saved value acts. */
  const waiting = new Map<string, Set<Service>>();
  let last: Promise<unknown> = Promise.resolve();

  const change = async (values: ConfigValues): Promise<Service[]> => {
    const next = new Map(saved);
    for (const [key, value] of Object.entries(values)) {
      const setting = known(key);
      if (setting.type === 'secret' && value === MASKED_SECRET) continue;
      const fault = configFault(setting, value) ?? keyFault(setting, value);
      if (fault !== null) throw problem('settingInvalid', { key, why: fault });
      next.set(key, value);
    }
    const changed = CONFIG_SETTINGS.filter(({ key }) => next.get(key) !== saved.get(key));
    if (changed.length === 0) return [];
    await files.write(FILE, `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`);
    saved = next;
    for (const { key, services } of changed) waiting.set(key, new Set(services));
    return [...new Set(changed.flatMap(({ services }) => services))];
  };

  return {
    number: (key) => Number(active.get(key) ?? known(key).default),
    text: (key) => active.get(key) ?? known(key).default,
    saved(keys) {
      const chosen = keys.length === 0 ? CONFIG_SETTINGS : keys.map(known);
      const shown = chosen.map(({ key, type, default: unset }): [string, string] => {
        const value = saved.get(key) ?? unset;
        return [key, type === 'secret' && value !== '' ? MASKED_SECRET : value];
      });
      return Object.fromEntries(shown);
    },
    save(values) {
      const turn = last.then(() => change(values));
      last = turn.catch(() => undefined);
      return turn;
    },
    restarted(service) {
      for (const [key, services] of waiting) {
        services.delete(service);
        if (services.size > 0) continue;
        waiting.delete(key);
        const value = saved.get(key);
        if (value !== undefined) active.set(key, value);
      }
    },
  };
}
