/** Reads settings of a data source from a local file. */
import { existsSync } from 'node:fs';
import type { FileAccess } from '../files/file-access.ts';
import { mayName, missing, refusal } from '../files/judge-file.ts';
import { checkPathText } from '../files/path-text.ts';
import type { Person } from '../files/person.ts';
import { readText } from '../files/read-text.ts';
import { parseSettings, type Settings } from './settings-text.ts';

const MOST_BYTES = 1024 * 1024;

interface Where {
  readonly access: FileAccess;
  /** The person who asks: files that they may not read are refused. */
  readonly person: Person;
  readonly baseDir: string;
}

/** @throws EngineError when the file may not be read, does not exist, or has no settings */
export function readSettingsFile({ access, person, baseDir }: Where, written: string): Settings {
  checkPathText('path of the settings', written);
  const readable = access.readable(person);
  const places = access.places(person, baseDir, written).filter((place) => mayName(readable, place));
  if (places.length === 0) throw refusal(written, readable);
  const place = places.find((each) => existsSync(each));
  if (place === undefined) throw missing(written);
  return parseSettings(readText(place, written, readable, MOST_BYTES));
}
