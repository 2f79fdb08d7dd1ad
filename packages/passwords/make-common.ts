/**
 * Writes `common/common-passwords.bin` from a list of passwords, one a line, the most frequent first:
 * `node packages/passwords/make-common.ts LIST`. `common/README.md` says which list.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { coreOf, CORE_LEAST, FINGERPRINT_BYTES, fingerprint } from './src/fingerprint.ts';

/** Shorter passwords are refused for their length. */
const LONG = 12;
/** The cores of so many lines are taken, because people put digits and signs around them. */
const CORES_OF = 100_000;

const lines = readFileSync(process.argv[2] ?? '', 'utf8')
  .split('\n')
  .map((line) => line.trim().normalize('NFKC').toLowerCase());
const texts = new Set([
  ...lines.filter((line) => line.length >= LONG),
  ...lines
    .slice(0, CORES_OF)
    .map(coreOf)
    .filter((core) => core.length >= CORE_LEAST),
]);
const sorted = [...new Set([...texts].map(fingerprint))].sort((a, b) => a - b);
const bytes = Buffer.alloc(sorted.length * FINGERPRINT_BYTES);
sorted.forEach((each, index) => bytes.writeUIntBE(each, index * FINGERPRINT_BYTES, FINGERPRINT_BYTES));
writeFileSync(new URL('common/common-passwords.bin', import.meta.url), bytes);
process.stdout.write(`${sorted.length} passwords, ${bytes.length} bytes\n`);
