// `npm start`: installs what is missing, builds the console when it changed, starts Acacia.
import { installPackages } from './install.mjs';
import { buildConsole } from './console-build.mjs';
import { runNode } from './process.mjs';

installPackages();
const built = await buildConsole();
if (built !== 0) {
  console.error('The console could not be built; the messages above say why.');
  process.exit(built);
}
// The channel lets the server notice that this process is gone, even when it was killed.
process.exitCode = await runNode(['apps/cloud/src/main.ts', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
