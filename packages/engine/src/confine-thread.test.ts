import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs a process with Node's permissions that starts a thread without them; gives the error's code, or `read`. */
const startThread = (first: string): string =>
  execFileSync(
    process.execPath,
    [
      ...['--permission', '--allow-worker', '--disable-warning=SecurityWarning'],
      `--allow-fs-read=${import.meta.dirname}`,
      ...['--input-type=module', '-e'],
      `import { Worker } from 'node:worker_threads';
       import { confineThread } from ${JSON.stringify(new URL('./confine-thread.ts', import.meta.url).href)};
       ${first}
       const code = "require('node:fs').readFileSync('/etc/hosts')";
       try {
         new Worker(code, { eval: true, execArgv: [] })
           .on('error', (error) => console.log(error.code))
           .on('exit', (exit) => { if (exit === 0) console.log('read'); });
       } catch (error) {
         console.log(error.code);
       }`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  ).trim();

it('keeps a thread from starting another one, which could read everything', () => {
  expect(startThread('')).toBe('read');
  expect(startThread('confineThread();')).toBe('ERR_ACCESS_DENIED');
});
