import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { GraphStyle } from '@acacia/contract';
import { ICON_NAMES } from './type-icons.tsx';
import { NO_PICTURE, pictureOf, PICTURES } from './type-pictures.ts';

it.each([
  ['Person', 'user'],
  ['customers', 'user'],
  ['Bank_Account', 'wallet'],
  ['BankAccounts', 'wallet'],
  ['Product_Category', 'category'],
  ['HTTPServer', 'server'],
  ['Cities', 'place'],
  ['Bus2Stop', 'place'],
  ['CreditCard', 'card'],
  ['Address', 'home'],
  ['IP', 'network'],
  ['Xyzzy', ''],
  ['__', ''],
  ['constructor', ''],
  ['人', ''],
])('suggests a picture for the type %s by the words of its name', (type, picture) => {
  expect(pictureOf(undefined, type)).toBe(picture);
  expect(pictureOf('', type)).toBe(picture);
});

it('keeps what a person chose, and no picture where that was chosen', () => {
  expect(pictureOf('star', 'Person')).toBe('star');
  expect(pictureOf(NO_PICTURE, 'Person')).toBe(NO_PICTURE);
  expect(ICON_NAMES).not.toContain(NO_PICTURE);
});

it('suggests only pictures that are drawn', () => {
  expect(PICTURES.size).toBeGreaterThan(400);
  expect(ICON_NAMES).toEqual(expect.arrayContaining([...new Set(PICTURES.values())]));
});

const SOLUTIONS = path.resolve(import.meta.dirname, '../../../../../solutions');
const styles = readdirSync(SOLUTIONS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^/]+\/style\.json$/.test(file),
);

it.each(styles)('draws every picture of %s, and one for each of its types', (file) => {
  const { vertexStyles } = GraphStyle.parse(JSON.parse(readFileSync(path.join(SOLUTIONS, file), 'utf8')));
  const pictures = Object.entries(vertexStyles).map(([type, { icon }]) => pictureOf(icon, type));
  expect(ICON_NAMES).toEqual(expect.arrayContaining(pictures));
  expect(pictures.length).toBeGreaterThan(0);
});
