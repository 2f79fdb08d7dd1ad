/**
 * Settings of a data source, by the names in TigerGraph's documentation of its cloud sources. Dots and underscores in
 * names are equivalent; the longer names of older versions are accepted too.
 */
import { storeError } from './errors.ts';

/** A setting by its name as it was written. */
export interface NamedSetting {
  readonly name: string;
  readonly value: string;
}

export interface StoreSettings {
  /** The first of these names that is set; '' counts as not set. */
  get(...names: readonly string[]): string | undefined;
  /** As `get`, with the name. */
  named(...names: readonly string[]): NamedSetting | undefined;
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '.');

const LONG = 'file.reader.settings.';

export function settingsOf(values: Readonly<Record<string, string>>): StoreSettings {
  const known = new Map(Object.entries(values).map(([name, value]) => [plain(name), { name, value }]));
  const named: StoreSettings['named'] = (...names) => {
    for (const name of names) {
      const found = known.get(plain(name)) ?? known.get(LONG + plain(name));
      if (found !== undefined && found.value !== '') return found;
    }
    return undefined;
  };
  return { named, get: (...names) => named(...names)?.value };
}

/** As `get`. @throws ObjectStoreError when none is set */
export function needed(settings: StoreSettings, name: string, purpose: string): string {
  const value = settings.get(name);
  if (value === undefined) throw storeError('settingNeeded', { name, purpose });
  return value;
}
