import { describe, expect, test } from 'vitest';
import { inTheClear, issuerOf, loadSettings } from './settings.ts';
import { StartError } from '@acacia/base';

describe('settings', () => {
  test('have defaults for a laptop', () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({
      port: 4100,
      publicUrl: 'http://localhost:4100',
      databaseUrl: null,
      outsideIssuer: null,
      firstWorkspacePort: 14240,
    });
    expect(settings.home).toMatch(/\.acacia$/);
    expect(issuerOf(settings)).toBe('http://localhost:4100/oidc');
  });

  test('empty variables count as not set', () => {
    expect(loadSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4100, databaseUrl: null });
  });

  test.each([
    [{ PORT: 'abc' }, "The setting PORT must be a port number from 1 to 65535, but is 'abc'."],
    [{ PORT: '70000' }, "The setting PORT must be a port number from 1 to 65535, but is '70000'."],
    [
      { DATABASE_URL: 'mysql://user:secret@host/db' },
      "The setting DATABASE_URL must be an address such as postgres://user:password@host:5432/acacia, but is '…'.",
    ],
    [
      { ACACIA_PUBLIC_URL: 'acacia.example' },
      "The setting ACACIA_PUBLIC_URL must be an address that starts with http:// or https://, but is 'acacia.example'.",
    ],
    [
      { ACACIA_CREDENTIAL_DAYS: '4000' },
      "The setting ACACIA_CREDENTIAL_DAYS must be a whole number of days from 1 to 3650, but is '4000'.",
    ],
    [
      { ACACIA_STRANGERS: 'everybody' },
      "The setting ACACIA_STRANGERS must be open, invited, or domains such as example.org,example.net, but is 'everybody'.",
    ],
    [
      { ACACIA_OPERATORS: 'ann@example.org,' },
      "The setting ACACIA_OPERATORS must be e-mail addresses such as ann@example.org,bob@example.org, but is 'ann@example.org,'.",
    ],
    [
      {
        ...{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console', OIDC_AUDIENCE: 'acacia' },
        ACACIA_OPERATORS: 'ann@example.org',
      },
      "The setting ACACIA_OPERATORS must not be given when OIDC_ISSUER is, whose access tokens name the operators by their permissions, but is 'ann@example.org'.",
    ],
    [{ ACACIA_ADMIN_EMAIL: 'me' }, "The setting ACACIA_ADMIN_EMAIL must be an e-mail address, but is 'me'."],
    [
      { ACACIA_SMTP_URL: 'http://user:secret@mail.example', ACACIA_MAIL_FROM: 'a@b.example' },
      "The setting ACACIA_SMTP_URL must be an address such as smtp://user:password@host:587 or smtps://user:password@host, but is '…'.",
    ],
    [
      { ACACIA_SMTP_URL: 'smtp://mail.example' },
      'The setting ACACIA_MAIL_FROM must be given when ACACIA_SMTP_URL is, such as Acacia <acacia@example.org>.',
    ],
    [
      { ACACIA_MAIL_FROM: 'Acacia' },
      "The setting ACACIA_MAIL_FROM must be an e-mail address such as Acacia <acacia@example.org>, but is 'Acacia'.",
    ],
    [
      { ACACIA_AUDIT_OTLP: 'http://logs.example/v1/logs' },
      "The setting ACACIA_AUDIT_OTLP must be an address that starts with https://, or is of this machine, without a user and password, but is '…'.",
    ],
    [
      { ACACIA_METRICS_TOKEN: 'short' },
      "The setting ACACIA_METRICS_TOKEN must have at least 16 characters, but is '…'.",
    ],
    [
      { ACACIA_BACKUPS: 'gs://bucket' },
      "The setting ACACIA_BACKUPS must be a folder such as /srv/backups, or s3://bucket/prefix, but is 'gs://bucket'.",
    ],
    [
      { ACACIA_BACKUPS_ENDPOINT: 'minio:9000' },
      "The setting ACACIA_BACKUPS_ENDPOINT must be an address that starts with http:// or https://, but is 'minio:9000'.",
    ],
    [
      { ACACIA_ALLOWED_SOURCES: '127.1' },
      "The setting ACACIA_ALLOWED_SOURCES must be names, addresses or ranges, each with a port or ports where not all are meant, joined by commas, such as 10.0.0.0/8, files.internal:9000, [fd00::/8]:5432-5439, but is '127.1'.",
    ],
    [{ ACACIA_LOAD_GB: '0' }, "The setting ACACIA_LOAD_GB must be a number above 0, but is '0'."],
    [
      { ACACIA_LOG_LEVEL: 'loud' },
      "The setting ACACIA_LOG_LEVEL must be debug, info, warn or error, but is 'loud'.",
    ],
  ])('%j is told in a sentence', (environment, sentence) => {
    expect(() => loadSettings(environment)).toThrow(new StartError(sentence));
  });

  test.each([
    [{}, ['admin@acacia.local']],
    [{ ACACIA_ADMIN_EMAIL: 'Me@Example.org' }, ['me@example.org']],
    [{ ACACIA_OPERATORS: 'Ann@Example.org, bob@example.org' }, ['ann@example.org', 'bob@example.org']],
    [{ ACACIA_PUBLIC_URL: 'https://acacia.example' }, []],
    [{ ACACIA_HOST: '0.0.0.0' }, []],
    [{ ACACIA_TRUSTED_PROXIES: '127.0.0.1' }, []],
    [{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console', OIDC_AUDIENCE: 'acacia' }, []],
  ])('%j names the operators %j', (environment, operators) => {
    expect(loadSettings(environment).operators).toEqual(operators);
  });

  test('backups are kept in the data folder, or where they say', () => {
    expect(loadSettings({ ACACIA_HOME: '/data' }).backups).toEqual({
      kind: 'folder',
      folder: '/data/backups',
    });
    const s3 = { ACACIA_BACKUPS: 's3://bucket/here', ACACIA_BACKUPS_ENDPOINT: 'http://minio:9000' };
    expect(loadSettings(s3).backups).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'here/',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
    });
  });

  test.each([
    [{}, false],
    [{ ACACIA_PUBLIC_URL: 'https://acacia.example' }, false],
    [{ ACACIA_PUBLIC_URL: 'http://127.0.0.1:4100' }, false],
    [{ ACACIA_PUBLIC_URL: 'http://[::1]:4100' }, false],
    [{ ACACIA_PUBLIC_URL: 'http://acacia.example' }, true],
    [{ ACACIA_PUBLIC_URL: 'http://10.0.0.7:4100' }, true],
  ])('%j is warned of where passwords cross a network in the clear', (environment, isWarned) => {
    expect(inTheClear(loadSettings(environment)) !== null).toBe(isWarned);
  });

  test('each one at fault has its sentence', () => {
    expect(() => loadSettings({ OIDC_ISSUER: 'https://id.example' })).toThrow(
      'The setting OIDC_CLIENT_ID must be given when OIDC_ISSUER is.\nThe setting OIDC_AUDIENCE must be given when OIDC_ISSUER is.',
    );
  });

  test('an outside issuer is taken without its last slash', () => {
    const settings = loadSettings({
      OIDC_ISSUER: 'https://id.example/',
      OIDC_CLIENT_ID: 'console',
      OIDC_AUDIENCE: 'acacia',
    });
    expect(issuerOf(settings)).toBe('https://id.example');
  });
});
