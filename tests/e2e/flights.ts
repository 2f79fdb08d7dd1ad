/**
 * Real data for the journey, from the npm package vega-datasets, and the expected answers, computed here without any of
 * Acacia's code.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The package exports its code alone; its data stands beside it. */
const DATA = path.resolve(import.meta.dirname, '../../node_modules/vega-datasets/data');
export const AIRPORTS_FILE = path.join(DATA, 'airports.csv');
export const FLIGHTS_FILE = path.join(DATA, 'flights-airport.csv');

interface Route {
  readonly origin: string;
  readonly destination: string;
  readonly count: number;
}

/** The routes file holds no quotes: origin, destination, count. */
const routes: readonly Route[] = readFileSync(FLIGHTS_FILE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [origin = '', destination = '', count = ''] = line.split(',');
    return { origin, destination, count: Number(count) };
  });

export const ROUTE_COUNT = routes.length;
/** Data lines of the airports file; a quoted name never spans lines there. */
export const AIRPORT_COUNT = readFileSync(AIRPORTS_FILE, 'utf8').trim().split('\n').length - 1;

export interface Ranked {
  readonly iata: string;
  readonly value: number;
}

/** Airports by flights that leave or arrive, most first. */
export function busiest(k: number): readonly Ranked[] {
  const traffic = new Map<string, number>();
  for (const { origin, destination, count } of routes) {
    traffic.set(origin, (traffic.get(origin) ?? 0) + count);
    traffic.set(destination, (traffic.get(destination) ?? 0) + count);
  }
  return [...traffic]
    .map(([iata, value]) => ({ iata, value }))
    .sort((a, b) => b.value - a.value || (a.iata < b.iata ? -1 : 1))
    .slice(0, k);
}

/** Airports two routes away from `origin` (itself left out) by the least sum of both counts, least first. */
export function twoHops(origin: string, k: number): readonly Ranked[] {
  const least = new Map<string, number>();
  for (const first of routes.filter((route) => route.origin === origin)) {
    for (const second of routes.filter((route) => route.origin === first.destination)) {
      if (second.destination === origin) continue;
      const sum = first.count + second.count;
      least.set(second.destination, Math.min(least.get(second.destination) ?? Infinity, sum));
    }
  }
  return [...least]
    .map(([iata, value]) => ({ iata, value }))
    .sort((a, b) => a.value - b.value || (a.iata < b.iata ? -1 : 1))
    .slice(0, k);
}
