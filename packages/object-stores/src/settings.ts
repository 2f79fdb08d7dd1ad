/**
 * Settings of a data source, by the names in TigerGraph's documentation of its cloud sources. Dots and underscores in
 * names are equivalent; the longer names of older versions are accepted too.
 */
import { ObjectStoreError } from './objects.ts';

export interface StoreSettings {
  /** The first of these names that is set; '' counts as not set. */
  get(...names: readonly string[]): string | undefined;
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '.');

const LONG = 'file.reader.settings.';

export const settingsOf = (values: Readonly<Record<string, string>>): StoreSettings => {
  const known = new Map(Object.entries(values).map(([name, value]) => [plain(name), value]));
  return {
    get: (...names) => {
      for (const name of names) {
        const value = known.get(plain(name)) ?? known.get(LONG + plain(name));
        if (value !== undefined && value !== '') return value;
      }
      return undefined;
    },
  };
};

/** As `get`. @throws ObjectStoreError when none is set */
export const needed = (settings: StoreSettings, name: string, forWhat: string): string => {
  const value = settings.get(name);
  if (value === undefined) throw new ObjectStoreError(`The data source needs "${name}" ${forWhat}.`);
  return value;
};
