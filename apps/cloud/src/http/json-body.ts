import { messageOf } from '@acacia/base';
import type { FastifyInstance } from 'fastify';
import { problem } from '../errors/problem.ts';

/** Lets calls have bodies of JSON. @param type the type of content */
export function acceptJson(app: FastifyInstance, type: string): void {
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch (error) {
      done(problem('jsonInvalid', { why: messageOf(error) }));
    }
  });
}
