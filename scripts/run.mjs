// Runs a TypeScript file of this repository on the pinned Node, installing what is missing first.
// Usage: node scripts/run.mjs FILE [ARG …]
import { installPackages } from './install.mjs';
import { runNode } from './process.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs FILE [ARG …]');
  process.exit(2);
}
await installPackages();
process.exitCode = await runNode([file, ...args]);
