/** A workspace with a small graph, for journeys that look at pages rather than at data. */
import type { Place, Rest } from './rest.ts';

/** Name of the graph. */
export const AIR = 'Air';

/** An Active workspace with two airports and the flights between them. */
export async function placeWithAir(admin: Rest, name: string): Promise<Place> {
  const place = await admin.place(name);
  await admin.gsql(
    place,
    `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING)
CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, flights INT)
CREATE GRAPH ${AIR} (Airport, Flight)`,
  );
  await admin.upsert(place, AIR, {
    vertices: { Airport: { ATL: {}, ABE: {} } },
    edges: { Airport: { ABE: { Flight: { Airport: { ATL: { flights: { value: 853 } } } } } } },
  });
  return place;
}
