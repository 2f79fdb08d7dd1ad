/** Checks of texts as paths, and paths in messages; nothing here accesses files. */
import { engineError } from '../errors/catalogue.ts';
import path from 'node:path';

/** Linux refuses longer ones (PATH_MAX, NAME_MAX), in bytes. */
const LONGEST_PATH = 4095;
const LONGEST_NAME = 255;
const SHOWN = 80;

/** A path as messages show it: long ones shortened, without control characters. */
export function shownPath(written: string): string {
  const shown = written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
  // Line ends of a path would look like lines of the message.
  return shown.replaceAll(/[\p{Cc}]/gu, '\uFFFD');
}

/** A message of the system or of the store with paths reduced to the names of files. */
export const withoutPaths = (message: string): string =>
  message
    .replaceAll(/(["'])(\/[^"']*)\1/g, (_quoted, _quote, place: string) => path.basename(place))
    .replaceAll(/(?<![\w.:/])(?:\/[^\s"'/:,;]+)+\/([^\s"'/:,;]+)/g, '$1');

/**
 * @param what names the field, as in `path of the file f`
 * @throws EngineError when the path has NUL or is too long
 */
export function checkPathText(what: string, written: string): void {
  const refuse = (why: string): never => {
    throw engineError('pathRefused', { what, path: shownPath(written), why });
  };
  if (written.includes('\0')) refuse('it holds the character NUL');
  if (Buffer.byteLength(written) > LONGEST_PATH) refuse(`a path has at most ${LONGEST_PATH} bytes`);
  if (written.split('/').some((name) => Buffer.byteLength(name) > LONGEST_NAME))
    refuse(`a name in it has more than ${LONGEST_NAME} bytes`);
}
