/** The name of this installation: made once, kept in its data folder. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function installationOf(home: string): string {
  const file = path.join(home, 'installation');
  if (existsSync(file)) {
    const known = readFileSync(file, 'utf8').trim();
    if (known !== '') return known;
  }
  const made = randomUUID();
  writeFileSync(file, made);
  return made;
}
