/** The archives of one load, each fetched and unpacked once, however many of its files the load reads. */
import { engineError } from '../errors/catalogue.ts';
import { archivePath, type Member } from './archives.ts';
import type { Source } from './choose-files.ts';

export class LoadArchives {
  /** Names of the files that are read of each archive; null: of all. */
  readonly #wanted = new Map<string, ReadonlySet<string> | null>();
  readonly #unpacked = new Map<string, readonly Member[]>();

  constructor(sources: readonly Source[]) {
    for (const source of sources) {
      const key = keyOf(source);
      const others = this.#wanted.get(key);
      const { member } = source;
      this.#wanted.set(key, member === undefined || others === null ? null : new Set(others).add(member));
    }
  }

  /**
   * The unpacked files of a source.
   * @param unpack gives those of these names of its archive; of null: all
   * @throws EngineError when the archive has no such file
   */
  async membersOf(
    source: Source,
    unpack: (wanted: ReadonlySet<string> | null) => Promise<readonly Member[]>,
  ): Promise<readonly Member[]> {
    const key = keyOf(source);
    const members = this.#unpacked.get(key) ?? (await unpack(this.#wanted.get(key) ?? null));
    this.#unpacked.set(key, members);
    const { file, member } = source;
    if (member === undefined) return members;
    const own = members.filter(({ name }) => name === member);
    if (own.length === 0) throw engineError('archiveMemberUnknown', { archive: archivePath(file), member });
    return own;
  }
}

const keyOf = ({ file, from, archiveType }: Source): string =>
  JSON.stringify([from.kind, from.kind === 'query' ? null : from.source, archivePath(file), archiveType]);
