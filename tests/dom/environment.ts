/**
 * One document for all files of a worker: the libraries that they share (React, Testing Library) hold on to the first.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

let made: Promise<unknown> | undefined;

const environment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'one-document',
  async setup(global, options) {
    await (made ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options)));
    return { teardown: () => undefined };
  },
};

export default environment;
