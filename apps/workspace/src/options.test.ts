import { describe, expect, it } from 'vitest';
import { CommandLineError, DEFAULT_PORT, parseCommandLine } from './options.ts';

describe('parseCommandLine', () => {
  it('has defaults', () => {
    expect(parseCommandLine([])).toMatchObject({
      listen: { kind: 'port', port: DEFAULT_PORT },
      readOnly: false,
      workers: undefined,
      tgVersion: '4.2.1',
      standby: false,
    });
  });

  it('reads every flag', () => {
    const args = [
      '--socket',
      '/run/w.sock',
      '--data',
      '/d',
      '--memory-mb',
      '512',
      '--workers',
      '2',
      '--read-only',
      '--tg-version',
      '4.2.0',
      '--standby',
    ];
    expect(parseCommandLine(args)).toEqual({
      listen: { kind: 'socket', path: '/run/w.sock' },
      dataDir: '/d',
      memoryMb: 512,
      workers: 2,
      readOnly: true,
      tgVersion: '4.2.0',
      standby: true,
    });
  });

  it('refuses what cannot be used, naming it', () => {
    const refusal =
      (...args: string[]) =>
      () =>
        parseCommandLine(args);
    expect(refusal('--port', '70000')).toThrow("--port must be a whole number from 0 to 65535, not '70000'.");
    expect(refusal('--memory-mb', '1')).toThrow('--memory-mb');
    expect(refusal('--port', '1', '--socket', 'x')).toThrow('not both');
    expect(refusal('--tg-version', 'v4')).toThrow(
      "--tg-version must be three numbers as in 4.2.1, not 'v4'.",
    );
    expect(refusal('--colour')).toThrow(CommandLineError);
  });
});
