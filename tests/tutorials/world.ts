/** The stack that is filmed, and what its scenes find there: made through the APIs as far as no scene has made it. */
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { startTestS3, type TestS3 } from '@acacia/object-stores/testing';
import { AIRPORTS_FILE, FLIGHTS_FILE } from '../e2e/flights.ts';
import { Rest, type Place } from '../e2e/rest.ts';
import { Stack } from '../e2e/stack.ts';

export const WORKGROUP = 'Airlines';
export const WORKSPACE = 'Routes';
export const GRAPH = 'Flights';

const SCHEMA = `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING, city STRING, state STRING, latitude DOUBLE, longitude DOUBLE) WITH primary_id_as_attribute="true"
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, flights INT)
CREATE GRAPH ${GRAPH} (Airport, Flight)`;

export const BUSIEST = `CREATE OR REPLACE QUERY busiest(INT k) FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<INT> @traffic;
  airports = {Airport.*};
  ranked = SELECT a FROM airports:a -((Flight>|<Flight):f)- Airport:b
           ACCUM a.@traffic += f.flights
           ORDER BY a.@traffic DESC LIMIT k;
  PRINT ranked[ranked.iata AS iata, ranked.city AS city, ranked.@traffic AS traffic];
}`;

/** Fields of a line of the airports file; only names are quoted. */
const fields = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field = '']) => field.replaceAll('"', ''));

const lines = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n').slice(1);

/** Vertices and edges as an upsert takes them. */
function flights(): object {
  const airports = lines(AIRPORTS_FILE).map((line) => {
    const [iata = '', name, city, state, , latitude, longitude] = fields(line.trim());
    const texts = { name, city, state };
    const numbers = { latitude: Number(latitude), longitude: Number(longitude) };
    const attributes = Object.entries({ ...texts, ...numbers }).map(([key, value]) => [key, { value }]);
    return [iata, Object.fromEntries(attributes)] as const;
  });
  const edges: Record<string, { Flight: { Airport: Record<string, object> } }> = {};
  for (const line of lines(FLIGHTS_FILE)) {
    const [from = '', to = '', count] = line.trim().split(',');
    (edges[from] ??= { Flight: { Airport: {} } }).Flight.Airport[to] = { flights: { value: Number(count) } };
  }
  return { vertices: { Airport: Object.fromEntries(airports) }, edges: { Airport: edges } };
}

export class World {
  readonly stack: Stack;
  readonly s3: TestS3;
  readonly page: Page;
  readonly #rest: Rest;

  private constructor(stack: Stack, s3: TestS3, page: Page, rest: Rest) {
    this.stack = stack;
    this.s3 = s3;
    this.page = page;
    this.#rest = rest;
  }

  static async create(open: () => Promise<Page>): Promise<World> {
    const s3 = await startTestS3();
    s3.objects.set('flights/flights-airport.csv', readFileSync(FLIGHTS_FILE));
    const stack = await Stack.create(() => ({ ACACIA_ALLOWED_SOURCES: new URL(s3.place.endpoint).host }));
    await stack.start();
    return new World(stack, s3, await open(), await Rest.of(stack));
  }

  async remove(): Promise<void> {
    await this.stack.remove();
    await this.s3.stop();
  }

  /** The workspace of the first scene, or one like it. */
  async place(): Promise<Place> {
    const groups = (await this.#rest.cloud('GET', '/v2/workgroups')) as unknown as Record<string, unknown>[];
    const group = groups.find(({ name }) => name === WORKGROUP);
    if (group === undefined) {
      const made = await this.#rest.ask(await this.#rest.group(WORKGROUP), WORKSPACE);
      // For a hang to be told, not for slowness.
      await expect
        .poll(async () => (await this.#rest.workspace(made))['status'], { timeout: 180_000 })
        .toBe('Active');
      return made;
    }
    const found = (group['workspaces'] as Record<string, unknown>[]).find(({ name }) => name === WORKSPACE);
    return {
      workgroupId: String(group['workgroup_id']),
      workspaceId: String(found?.['workspace_id']),
      databaseId: String(found?.['tg_database_id']),
      host: `http://${String(found?.['nginx_host'])}`,
    };
  }

  /** As `place`, with the schema of the graph. */
  async withSchema(): Promise<Place> {
    const place = await this.place();
    const known = await this.#rest.call('GET', `${place.host}/gsqlserver/gsql/schema?graph=${GRAPH}`);
    if (known.status !== 200 || known.body['error'] === true) await this.#rest.gsql(place, SCHEMA);
    return place;
  }

  /** As `withSchema`, with airports, flights and the query. */
  async withData(): Promise<Place> {
    const place = await this.withSchema();
    if ((await this.#rest.countOf(place, GRAPH, 'Airport')) < 3000)
      await this.#rest.upsert(place, GRAPH, flights());
    await this.#rest.gsql(place, `${BUSIEST}\nINSTALL QUERY busiest`, GRAPH);
    return place;
  }

  /** Runs the query some times, so that there is something to be seen in the monitor. */
  async work(place: Place, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await this.#rest.call('GET', `${place.host}/restpp/query/${GRAPH}/busiest?k=${1 + (time % 20)}`);
    }
  }

  /** Opens a page of the console. */
  async go(path: string): Promise<void> {
    await this.page.goto(`${this.stack.origin}${path}`);
  }
}
