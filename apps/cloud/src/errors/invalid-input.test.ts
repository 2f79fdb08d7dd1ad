import { expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from './problem.ts';

const Shape = z.object({
  name: z.string('Please enter a name.'),
  document: z.object({ view: z.object({}) }),
});

function refusal(given: unknown) {
  const { error } = Shape.safeParse(given);
  if (error === undefined) throw new Error('The value was taken.');
  return invalidInput(error);
}

it('names the field in the message where the reason alone says nothing', () => {
  const { message, details } = refusal({ name: 'a', document: {} });
  expect(message).toBe('document.view: is needed');
  expect(details).toEqual([{ FieldName: 'document.view', Reason: 'is needed', Type: 'Bad-Request' }]);
  expect(refusal({ name: 'a', document: { view: 3 } }).message).toBe('document.view: must be an object');
});

it('keeps a sentence that stands by itself', () => {
  expect(refusal({ document: { view: {} } }).message).toBe('Please enter a name.');
});
