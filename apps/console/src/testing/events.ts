/** A make-believe stream of the cloud's events. */
import type { CloudEvent } from '@acacia/contract';

export interface EventsOfCloud {
  /** Answers one request for the stream. */
  readonly answer: () => Response;
  /** Number of requests so far. */
  readonly count: () => number;
  /** Tells everybody of an event; without parts of something in the organization. */
  readonly tell: (event?: Partial<CloudEvent>) => void;
  /** Ends all streams. */
  readonly end: () => void;
}

export function eventsOfCloud(): EventsOfCloud {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const bytes = new TextEncoder();
  let count = 0;
  return {
    answer() {
      count += 1;
      let mine: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          mine = controller;
          open.add(controller);
        },
        cancel: () => void open.delete(mine),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    count: () => count,
    tell(event = {}) {
      const told = { kind: 'organization', workgroup_id: null, workspace_id: null, ...event };
      for (const each of open) each.enqueue(bytes.encode(`event: change\ndata: ${JSON.stringify(told)}\n\n`));
    },
    end() {
      for (const each of open) each.close();
      open.clear();
    },
  };
}
