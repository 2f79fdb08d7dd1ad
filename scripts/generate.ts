/** `npm run generate`: writes the derived files again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED } from './generated.ts';

for (const { file, content } of GENERATED) {
  const target = path.resolve(import.meta.dirname, '..', file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content());
  console.log(`Wrote ${file}`);
}
