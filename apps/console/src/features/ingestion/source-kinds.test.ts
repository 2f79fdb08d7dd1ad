import { expect, test } from 'vitest';
import {
  fieldFaults,
  isRemote,
  nameOfPlace,
  NAME_TAKEN,
  pathOfPlace,
  placeFault,
  settingsOf,
  sourceNameFault,
} from './source-kinds.ts';

test('a data source needs a valid name that no other one has', () => {
  expect(sourceNameFault('lake_1', ['sea'])).toBeUndefined();
  expect(sourceNameFault('sea', ['sea'])).toBe(NAME_TAKEN);
  expect(sourceNameFault('my lake', [])).toContain('my lake');
  expect(sourceNameFault('', [])).toBe('Enter the name.');
});

test.each([
  ['url', 'https://x.org/a.csv', undefined],
  ['url', 's3://b/a.csv', 'The address begins with https:// or http://.'],
  ['s3', ' S3://b/a.csv ', undefined],
  ['s3', 'b/a.csv', 'The address begins with s3:// or s3a://.'],
  ['gcs', 'gs://b/a', undefined],
  ['abs', 'abfss://c@a.dfs.core.windows.net/f', undefined],
  ['postgresql', 'with a as (select 1) select * from a', undefined],
  ['snowflake', 'SELECT 1', undefined],
  ['snowflake', 'DROP TABLE people', 'Write a query that begins with SELECT or WITH.'],
  ['postgresql', 'DELETE FROM people', 'Write a query that begins with SELECT or WITH.'],
] as const)('a place in %s: %s', (kind, text, fault) => {
  expect(placeFault(kind, text)).toBe(fault);
});

test('a place is named after the end of its address, and like no other file', () => {
  expect(nameOfPlace('url', 'https://x.org/a/people.csv?key=1#top', [])).toBe('people.csv');
  expect(nameOfPlace('s3', 's3://bucket/folder/', ['folder', '2_folder'])).toBe('3_folder');
  expect(nameOfPlace('url', 'https://x.org/..', [])).toBe('source');
  expect(nameOfPlace('postgresql', 'SELECT * FROM "people" WHERE x', [])).toBe('people');
});

test('the path of a place names its data source', () => {
  expect(pathOfPlace('lake', ' s3://b/a ')).toBe('$lake:s3://b/a');
  expect(pathOfPlace(null, 'https://x.org/a')).toBe('https://x.org/a');
  for (const path of ['$lake:s3://b/a', 'https://x.org/a', 's3a://b']) expect(isRemote(path)).toBe(true);
  for (const path of ['people.csv', 'a:b.csv', '$odd.csv']) expect(isRemote(path)).toBe(false);
});

test('the settings of a store are those that were entered', () => {
  const key = { client_email: 'a@b', private_key: 'p', project_id: 'x' };
  expect(settingsOf('gcs', { key: JSON.stringify(key) })).toEqual({
    type: 'gcs',
    client_email: 'a@b',
    private_key: 'p',
  });
  const keys = { 'access.key': ' a ', 'secret.key': 'b' };
  expect(settingsOf('s3', { ...keys, 'file.reader.settings.fs.s3a.endpoint': '' })).toEqual({
    type: 's3',
    'access.key': 'a',
    'secret.key': 'b',
  });
  expect(fieldFaults('s3', keys)).toEqual({});
  expect(fieldFaults('s3', {})).toEqual({
    'access.key': 'Enter the access key.',
    'secret.key': 'Enter the secret key.',
  });
  const account = { 'connection.url': 'jdbc:snowflake://a.example/', 'connection.user': 'ann' };
  expect(fieldFaults('snowflake', account)).toEqual({
    'connection.password': 'Enter the private key or the password.',
  });
  const pem = '-----BEGIN PRIVATE KEY-----\nk\n-----END PRIVATE KEY-----\n';
  expect(fieldFaults('snowflake', { ...account, 'private.key': pem })).toEqual({});
  for (const wrong of ['{', 'null', '{"client_email": 1}']) {
    expect(fieldFaults('gcs', { key: wrong })['key']).toContain('is no key of a service account');
  }
});

const SERVER = {
  host: 'db.example',
  port: '5432',
  'db.name': 'd',
  'connection.user': 'u',
  'connection.password': 'p',
};
const ACCOUNT = {
  'connection.url': 'snowflake://a.example',
  'connection.user': 'ann',
  'connection.password': 'p',
};

test.each([
  [
    's3',
    { 'access.key': 'a', 'secret.key': 'b' },
    'file.reader.settings.fs.s3a.endpoint',
    {
      right: ['', 'minio:9000', 'https://minio.example/', '[::1]:9000'],
      wrong: ['any text', 'ftp://a', 'https://', 'a,b', 'https://me:word@a', 'http://a?b'],
    },
  ],
  ['abs', {}, 'account.key', { right: ['YWI=', 'YWJj'], wrong: ['key', 'a b c d'] }],
  ['postgresql', SERVER, 'host', { right: ['10.0.0.1', '::1'], wrong: ['a b', 'https://a', 'a,b'] }],
  ['postgresql', SERVER, 'port', { right: ['1', '65535'], wrong: ['0', '65536', 'x', '1.5', '8e1', '0x50'] }],
  ['postgresql', SERVER, 'sslmode', { right: ['', 'require'], wrong: ['prefer'] }],
  [
    'snowflake',
    ACCOUNT,
    'connection.url',
    { right: ['jdbc:snowflake://a.b:443/?db=d'], wrong: ['a.b', 'https://a.b'] },
  ],
  [
    'snowflake',
    ACCOUNT,
    'private.key',
    { right: [''], wrong: ['k', '-----BEGIN ENCRYPTED PRIVATE KEY-----'] },
  ],
] as const)('of $0 a wrong $2 is named', (type, others, name, { right, wrong }) => {
  const faulty = (value: string): readonly string[] =>
    Object.keys(fieldFaults(type, { ...others, [name]: value }));
  for (const value of right) expect(faulty(value), value).toEqual([]);
  for (const value of wrong) expect(faulty(value), value).toEqual([name]);
});
