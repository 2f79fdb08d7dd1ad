/**
 * The secrets of data sources, encrypted (AES-256-GCM) in the catalog. The key is in a separate file beside the store
 * that copies of the store leave out, so a backup alone does not reveal the secrets.
 */
import { engineError } from '../errors/catalogue.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import path from 'node:path';
import { readIfThere, writeDurably } from '@acacia/durable-files';
import type { DataSourceEntry } from '../catalog/catalog.ts';
import { isShownSetting } from '../catalog/data-sources.ts';
import type { EngineError } from '../errors.ts';

const KEY_FILE = 'keys/data-sources.key';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Settings = Readonly<Record<string, string>>;
/** The settings as the catalog stores them: the open ones, and the encrypted ones in `sealed`. */
export type KeptSettings = Pick<DataSourceEntry, 'settings' | 'sealed'>;

export class DataSourceKeys {
  readonly #file: string;
  /** Null: no key was made yet, or it is lost. */
  #key: Buffer | null;

  private constructor(file: string, key: Buffer | null) {
    this.#file = file;
    this.#key = key;
  }

  /** @param folder of the store */
  static async open(folder: string): Promise<DataSourceKeys> {
    const file = path.join(folder, KEY_FILE);
    const text = await readIfThere(file);
    const key = text === undefined ? null : Buffer.from(text.trim(), 'base64');
    if (key !== null && key.length !== KEY_BYTES) {
      throw engineError('keyFileDamaged', { file: KEY_FILE, bytes: KEY_BYTES });
    }
    return new DataSourceKeys(file, key);
  }

  /** Settings in the form in which they may be stored. The name is bound to them. */
  async seal(name: string, settings: Settings): Promise<KeptSettings> {
    const entries = Object.entries(settings);
    const secret = entries.filter(([each]) => !isShownSetting(each));
    const shown = Object.fromEntries(entries.filter(([each]) => isShownSetting(each)));
    if (secret.length === 0) return { settings: shown, sealed: null };
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key ?? (await this.#make()), iv).setAAD(Buffer.from(name));
    const text = JSON.stringify(Object.fromEntries(secret));
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const box = Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
    return { settings: shown, sealed: { names: secret.map(([each]) => each), box } };
  }

  /**
   * All settings of a data source.
   * @throws EngineError when its secrets were encrypted with another key
   */
  unseal(entry: DataSourceEntry): Settings {
    const opened = this.#opened(entry);
    if (opened !== null) return opened;
    throw keysLostError([entry.name]);
  }

  /** Whether the secrets of a data source cannot be read. */
  isLost(entry: DataSourceEntry): boolean {
    return this.#opened(entry) === null;
  }

  #opened({ name, settings, sealed }: DataSourceEntry): Settings | null {
    if (sealed === undefined || sealed === null) return settings;
    if (this.#key === null) return null;
    const bytes = Buffer.from(sealed.box, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const read = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
    try {
      return { ...settings, ...(JSON.parse(read + decipher.final('utf8')) as Settings) };
    } catch {
      // Decryption fails only when the key is another one.
      return null;
    }
  }

  async #make(): Promise<Buffer> {
    const key = randomBytes(KEY_BYTES);
    await writeDurably(this.#file, key.toString('base64'));
    this.#key = key;
    return key;
  }
}

/** The error for data sources whose secrets cannot be read, with what to do. */
export const keysLostError = (names: readonly string[]): EngineError =>
  engineError('sourceKeysLost', {
    sources: `data source${names.length === 1 ? '' : 's'} ${names.join(', ')}`,
    statements: names.map((name) => `SET ${name} = "{…}"`).join(', '),
  });
