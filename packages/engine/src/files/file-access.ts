/** The files of a data folder, and of the machine, that each person may read and write. */
import path from 'node:path';
import { isWithin, mayName, realOr, refusal, type Readable } from './judge-file.ts';
import { OutputRoom } from './output-room.ts';
import { folderOfPerson, type Person } from './person.ts';
import { checkPathText } from './path-text.ts';

const UPLOADS = 'uploads';
const OUTPUT = 'output';
/** Below the folder for output: a folder for each person. */
const USERS = 'users';

export class FileAccess {
  readonly #dataDir: string;
  readonly #confined: boolean;
  readonly outputRoom: OutputRoom;

  /** @param confined only files of the data folder are read, rather than any of the machine */
  constructor(dataDir: string, confined: boolean) {
    this.#dataDir = dataDir;
    this.#confined = confined;
    this.outputRoom = new OutputRoom(path.join(dataDir, OUTPUT));
  }

  /** The folder that a person's queries and exports write to. */
  outputs(person: Person): string {
    return path.join(this.#dataDir, OUTPUT, USERS, folderOfPerson(person));
  }

  /**
   * The files that a person's statements may read.
   * @param more folders of unpacked imports
   */
  readable(person: Person, more: readonly string[] = []): Readable {
    const folders = [path.join(this.#dataDir, UPLOADS), ...this.outputsSeen(person), ...more];
    return this.#confined ? { folders } : { folders, butNotIn: this.#dataDir };
  }

  /** As `readable`, for queries: of the data folder alone, whoever runs them. */
  readableByQueries(person: Person): readonly string[] {
    return [path.join(this.#dataDir, UPLOADS), ...this.outputsSeen(person)];
  }

  /** Folders of the outputs that a person sees, their own first. */
  outputsSeen(person: Person): readonly string[] {
    return [this.outputs(person), ...(person.readsAllOutputs ? [path.join(this.#dataDir, OUTPUT)] : [])];
  }

  /** The absolute paths that a written one may stand for, in the order in which they are looked at. */
  places(person: Person, baseDir: string, written: string): readonly string[] {
    const base = path.resolve(realOr(baseDir), written);
    const outputs = this.outputsSeen(person).flatMap((folder) => {
      const place = path.resolve(folder, written);
      return isWithin(folder, place) ? [place] : [];
    });
    return [...new Set([base, ...outputs])];
  }

  /** The name of a file in reports: a path that can be given again, without the folder of uploads or of outputs. */
  shown(person: Person, baseDir: string, place: string): string {
    const folder = [realOr(baseDir), ...this.outputsSeen(person)].find((each) => isWithin(each, place));
    return folder === undefined || folder === place ? place : path.relative(folder, place);
  }

  /**
   * Refuses a path that the person may never read. An accepted path is checked again when it is opened.
   * @param what names the field
   * @throws EngineError when the path may not be read
   */
  checkName(what: string, person: Person, baseDir: string, written: string, more?: readonly string[]): void {
    checkPathText(what, written);
    const readable = this.readable(person, more);
    if (!this.places(person, baseDir, written).some((place) => mayName(readable, place)))
      throw refusal(written, readable);
  }
}
