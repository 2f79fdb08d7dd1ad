import { describe, expect, it } from 'vitest';
import { CommandLineError } from './errors/start.ts';
import { DEFAULT_PORT, parseCommandLine, parseSourceVariables } from './options.ts';

describe('parseCommandLine', () => {
  it('has defaults', () => {
    expect(parseCommandLine([])).toMatchObject({
      listen: { kind: 'port', port: DEFAULT_PORT },
      readOnly: false,
      workers: undefined,
      tgVersion: '4.2.1',
      standby: false,
      gatewayKeyOnStdin: false,
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
      '--credential-days',
      '30',
      '--database',
      'd1',
      '--standby',
      '--gateway-key-on-stdin',
    ];
    expect(parseCommandLine(args)).toEqual({
      listen: { kind: 'socket', path: '/run/w.sock' },
      dataDir: '/d',
      memoryMb: 512,
      workers: 2,
      readOnly: true,
      tgVersion: '4.2.0',
      credentialDays: 30,
      database: 'd1',
      standby: true,
      gatewayKeyOnStdin: true,
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
    expect(refusal('--credential-days', '0')).toThrow(
      '--credential-days must be a whole number from 1 to 3650',
    );
    expect(refusal('--colour')).toThrow(CommandLineError);
  });
});

describe('parseSourceVariables', () => {
  it('reads what loads may fetch', () => {
    expect(parseSourceVariables({ ACACIA_LOAD_GB: ' ' })).toEqual({ allowed: '', refused: '' });
    expect(
      parseSourceVariables({
        ACACIA_ALLOWED_SOURCES: 'minio:9000',
        ACACIA_REFUSED_SOURCES: 'localhost:5432',
        ACACIA_LOAD_FILE_GB: '0.5',
        ACACIA_LOAD_GB: '2',
        ACACIA_FETCH_MINUTES: '10',
      }),
    ).toEqual({
      allowed: 'minio:9000',
      refused: 'localhost:5432',
      fileBytes: 2 ** 29,
      loadBytes: 2 ** 31,
      fetchMs: 600_000,
    });
  });

  it.each([
    [
      { ACACIA_ALLOWED_SOURCES: '10.0.0.0/99' },
      /^The setting ACACIA_ALLOWED_SOURCES must be names.* but is '10/,
    ],
    [{ ACACIA_LOAD_GB: 'much' }, 'The setting ACACIA_LOAD_GB must be a number above 0, but is'],
    [{ ACACIA_FETCH_MINUTES: '-1' }, 'The setting ACACIA_FETCH_MINUTES must be a number above 0'],
  ])('refuses %j', (environment, message) => {
    expect(() => parseSourceVariables(environment)).toThrow(message);
  });
});
