/** The log of a process whose output nobody reads any more, because the control plane was killed, or has no room. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { expect, it } from 'vitest';

const LOG = pathToFileURL(path.join(import.meta.dirname, 'log.ts')).href;

it.each(['json', ''])('ends nevertheless, with ACACIA_LOG=%s', async (setting) => {
  const script = `
    import { createLogger } from ${JSON.stringify(LOG)};
    const logger = createLogger(${JSON.stringify(setting)});
    process.once('message', () => {
      logger.warn('Nobody reads this.');
      logger.warn('Nor this.');
      setImmediate(() => {
        logger.warn('Nor this.');
        process.exit(7);
      });
    });
    process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  try {
    await once(child, 'message');
    const exit = once(child, 'exit');
    for (const stream of [child.stdout, child.stderr]) {
      stream?.destroy();
      if (stream?.closed !== true) await once(stream ?? child, 'close');
    }
    child.send('go');
    expect(await exit).toEqual([7, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

it.runIf(process.platform === 'linux')('goes on while its file has no room', async () => {
  const script = `
    import { setTimeout as delay } from 'node:timers/promises';
    import { createLogger } from ${JSON.stringify(LOG)};
    const logger = createLogger('json');
    for (const word of ['one', 'two']) {
      logger.info(word);
      await delay(1);
    }
    process.exit(7);`;
  const full = openSync('/dev/full', 'a');
  try {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', full, 'ignore'],
    });
    expect(await once(child, 'exit')).toEqual([7, null]);
  } finally {
    closeSync(full);
  }
});

it('has the lines of the last turn, of a process that ends at once too', async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(LOG)};
    const logger = createLogger('json');
    for (const word of ['one', 'two']) logger.info(word);
    process.exit(3);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const [code] = (await once(child, 'close')) as [number];
  const lines = text.trim().split('\n');
  expect([code, lines.map((line) => (JSON.parse(line) as { msg: string }).msg)]).toEqual([3, ['one', 'two']]);
});
