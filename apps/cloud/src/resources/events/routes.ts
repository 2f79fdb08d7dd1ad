/** `GET /api/v2/events`: server-sent events, for clients that read them by `fetch` with their token in the header. */
import { EVENTS_PATH } from '@acacia/contract';
import type { FastifyInstance } from 'fastify';
import { credentialOf, type Authenticate } from '../../identity/actor.ts';
import { clientOf } from '../../identity/client.ts';
import { actorOf } from '../../identity/person.ts';
import type { EventHub } from './hub.ts';

export function eventRoutes(app: FastifyInstance, hub: EventHub, authenticate: Authenticate): void {
  app.get(`/api${EVENTS_PATH}`, async (request, reply) => {
    const credential = credentialOf(request.headers);
    const client = clientOf(request);
    const look = async () => actorOf(await authenticate(credential, client));
    const actor = await look();
    request.user = actor.email;
    const { readable } = await hub.open(actor, look);
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // A proxy that gathers or changes answers would hold the events back.
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(readable)
    );
  });
}
