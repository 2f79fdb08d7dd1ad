// `npm start`: installs what is missing, builds what changed, starts Acacia.
import { installPackages } from './install.mjs';
import { buildAll, CONTROL_PLANE, WORKSPACE_SERVER } from './build.mjs';
import { pinnedEnvironment, runNode } from './process.mjs';

await installPackages();
const failure = await buildAll();
if (failure !== null) {
  console.error(failure);
  process.exit(1);
}
process.exitCode = await runNode([CONTROL_PLANE, ...process.argv.slice(2)], {
  env: pinnedEnvironment({ ACACIA_WORKSPACE_SERVER: WORKSPACE_SERVER }),
  // The channel lets the server notice that this process is gone, even when it was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
