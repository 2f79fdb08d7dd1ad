import { expect, it } from 'vitest';
import { badField, envelopeOf, problem } from './problem.ts';

it('gives an error its type, status and sentence', () => {
  const { status, body } = envelopeOf(problem('databaseInUse', { name: 'flights', workspace: 'w1' }), 'r1');
  expect(status).toBe(409);
  expect(body).toMatchObject({
    Message: "The database 'flights' is used by the workspace 'w1'. Terminate that workspace first.",
    ErrorDetails: [{ FieldName: '', Type: 'Conflict' }],
  });
});

it('names the field at fault beside it', () => {
  expect(envelopeOf(badField('tg_version', 'noVersion', { version: '9' }), 'r1').body.ErrorDetails).toEqual([
    { FieldName: 'tg_version', Reason: "There is no version '9'.", Type: 'Bad-Request' },
  ]);
});
