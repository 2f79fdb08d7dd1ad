/**
 * The machines, storage and applications of a company, and the warnings of a quarter. Planted: a storage array whose
 * failure raises a storm of warnings, a pool that is nearly full, a switch without an alternative, a service whose two
 * applications hang on one host, and three applications that wait for each other. Planted things have the first numbers.
 */
import { dateTime, midnight } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits } from './ids.ts';
import { Chance, Weighted, zipf } from './random.ts';
import { FIRST_NAMES, LAST_NAMES, STREETS } from './words.ts';

type Row = (string | number)[];

const KINDS = ['latency', 'packet_loss', 'disk_errors', 'high_cpu', 'memory_pressure', 'restart'];
const TIERS = ['web', 'application', 'database', 'batch'];
const SYSTEMS = ['linux', 'linux', 'linux', 'windows', 'aix'];
const BUSINESS = [
  'payments',
  'orders',
  'claims',
  'payroll',
  'search',
  'billing',
  'mail',
  'reports',
  'trading',
  'logistics',
];

const idsOf = (prefix: string, count: number, width: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${digits(at + 1, width)}`);

/** Core, distribution and access switches. Everything has two ways up but what hangs on the first distribution switch. */
function switchesOf(chance: Chance, scale: number) {
  const core = idsOf('SW-C-', 2, 3);
  const distribution = idsOf('SW-D-', Math.max(4, Math.round(12 * scale)), 3);
  const access = idsOf('SW-A-', Math.max(12, Math.round(60 * scale)), 3);
  const links: Row[] = [['SW-C-001', 'SW-C-002', 100, 0.1]];
  const latency = (): string => (0.2 + chance.fraction()).toFixed(2);
  for (const each of distribution) for (const top of core) links.push([each, top, 40, latency()]);
  for (const [at, each] of access.entries()) {
    // Every fourth hangs on the first distribution switch alone.
    const first = at % 4 === 0 ? 0 : 1 + (at % (distribution.length - 1));
    links.push([each, distribution[first] ?? '', 10, latency()]);
    if (at % 4 !== 0)
      links.push([each, distribution[1 + ((at + 1) % (distribution.length - 1))] ?? '', 10, latency()]);
  }
  const kinds = [core, distribution, access].flatMap((ids, at) =>
    ids.map((id): Row => [id, `${chance.pick(STREETS)} ${id}`, ['core', 'distribution', 'access'][at] ?? '']),
  );
  return { access, distribution, links, kinds };
}

/** Warnings of every day, and the storm: the array first, then what stands on it, minute by minute. */
function warningsOf(
  chance: Chance,
  count: number,
  targets: readonly (readonly [string, string])[],
  storm: readonly (readonly [string, string])[],
) {
  const rows: { at: number; id?: string; row: Row }[] = [];
  const add = (
    at: number,
    kind: string,
    severity: number,
    target: readonly [string, string],
    id?: string,
  ): void => {
    const row = [dateTime(at), at, kind, severity, target[1], target[0]];
    rows.push({ at, row, ...(id === undefined ? {} : { id }) });
  };
  const begun = midnight(60) + 3 * 3600;
  storm.forEach((target, at) => {
    const kind = at === 0 ? 'controller_failure' : chance.pick(['latency', 'disk_errors']);
    add(begun + at * 40, kind, at === 0 ? 5 : 4, target, `WS${digits(at + 1, 4)}`);
  });
  // A host that flaps: the same warning again and again in one night.
  for (let flap = 0; flap < 12; flap++)
    add(midnight(30) + 7200 + flap * 240, 'restart', 3, ['host', 'HOST-0002']);
  const often = new Weighted(zipf(targets.length, 0.4, 20));
  while (rows.length < count) {
    const target = targets[often.draw(chance)];
    if (target !== undefined)
      add(midnight(0) + chance.int(0, 90 * 86_400 - 1), chance.pick(KINDS), chance.int(1, 3), target);
  }
  return rows
    .toSorted((a, b) => a.at - b.at)
    .map(({ id, row }, at): Row => [id ?? `W${digits(at + 1, 6)}`, ...row]);
}

/** @param scale 1 gives about 900 applications on 600 hosts, and 12,000 warnings */
export function networkData(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'network');
  const { access, distribution, links, kinds } = switchesOf(chance, scale);
  const arrays = idsOf('ARR-', Math.max(3, Math.round(12 * scale)), 3);
  const pools = idsOf('POOL-', arrays.length * 5, 3);
  const luns = idsOf('LUN-', Math.max(90, Math.round(1500 * scale)), 5);
  const hosts = idsOf('HOST-', Math.max(40, Math.round(600 * scale)), 4);
  const apps = idsOf('APP-', Math.max(60, Math.round(900 * scale)), 4);
  const services = idsOf('SVC-', Math.max(12, Math.round(120 * scale)), 3);
  const managers = idsOf('MGR-', Math.max(8, Math.round(60 * scale)), 3);

  const onLuns: Row[] = [];
  for (const [at, host] of hosts.entries()) {
    for (const lun of chance.distinct(chance.int(1, 3), luns.length)) onLuns.push([host, luns[lun] ?? '']);
    // The first hosts stand on the first array.
    if (at < 6) onLuns.push([host, luns[at * pools.length] ?? '']);
  }
  const runs: Row[] = [
    ['APP-0011', 'HOST-0001'],
    ['APP-0012', 'HOST-0001'],
    ['APP-0012', 'HOST-0009'],
  ];
  const depends: Row[] = [
    ['APP-0001', 'APP-0002'],
    ['APP-0002', 'APP-0003'],
    ['APP-0003', 'APP-0001'],
    ['APP-0010', 'APP-0011'],
    ['APP-0009', 'APP-0012'],
  ];
  for (const [at, app] of apps.entries()) {
    if (at !== 10 && at !== 11)
      for (const host of chance.distinct(chance.int(1, 2), hosts.length)) runs.push([app, hosts[host] ?? '']);
    // Dependencies point to higher numbers, so that there is no other circle.
    if (at < 12 || at > apps.length - 4) continue;
    for (const other of chance.distinct(chance.int(0, 2), apps.length - at - 1))
      depends.push([app, apps[at + 1 + other] ?? '']);
  }
  const uses: Row[] = [
    ['SVC-001', 'APP-0009'],
    ['SVC-001', 'APP-0010'],
    ['SVC-002', 'APP-0001'],
  ];
  for (const service of services.slice(2))
    for (const app of chance.distinct(chance.int(2, 4), apps.length)) uses.push([service, apps[app] ?? '']);
  const stormed = [...new Set(onLuns.slice(0, 24).map(([host]) => String(host)))].slice(0, 6);
  const storm: (readonly [string, string])[] = [
    ['array', 'ARR-001'],
    ...pools.slice(0, 5).map((pool) => ['pool', pool] as const),
    ...stormed.map((host) => ['host', host] as const),
  ];
  const targets: (readonly [string, string])[] = [
    ...hosts.map((id) => ['host', id] as const),
    ...kinds.map(([id]) => ['switch', String(id)] as const),
    ...pools.map((id) => ['pool', id] as const),
    ...apps.map((id) => ['application', id] as const),
  ];
  return [
    dataFileOf('switches', ['id', 'name', 'kind'], kinds),
    dataFileOf('switch_links', ['from_switch', 'to_switch', 'gbit', 'latency'], links),
    dataFileOf(
      'arrays',
      ['id', 'model', 'switch'],
      arrays.map((id) => [id, `${chance.pick(LAST_NAMES)} ${chance.int(2, 9)}00`, chance.pick(distribution)]),
    ),
    dataFileOf(
      'pools',
      ['id', 'array', 'capacity_gb', 'used_gb', 'growth_gb_day'],
      pools.map((id, at) => {
        const capacity = chance.int(20, 80) * 1000;
        const full = at === 0 ? 0.97 : 0.3 + chance.fraction() * 0.5;
        return [
          id,
          arrays[Math.floor(at / 5)] ?? '',
          capacity,
          Math.round(capacity * full),
          at === 0 ? 160 : chance.int(5, 60),
        ];
      }),
    ),
    dataFileOf(
      'luns',
      ['id', 'pool', 'size_gb'],
      luns.map((id, at) => [id, pools[at % pools.length] ?? '', chance.int(1, 20) * 100]),
    ),
    dataFileOf(
      'hosts',
      ['id', 'system', 'rack', 'cpu_percent', 'switch'],
      hosts.map((id, at) => [
        id,
        chance.pick(SYSTEMS),
        `R${digits(1 + (at % 40), 2)}`,
        chance.int(5, 95),
        access[at % access.length] ?? '',
      ]),
    ),
    dataFileOf('mounts', ['host', 'lun'], onLuns),
    dataFileOf(
      'applications',
      ['id', 'name', 'tier', 'manager'],
      apps.map((id) => [
        id,
        `${chance.pick(BUSINESS)} ${chance.pick(STREETS)}`,
        chance.pick(TIERS),
        chance.pick(managers),
      ]),
    ),
    dataFileOf('runs_on', ['application', 'host'], runs),
    dataFileOf('dependencies', ['application', 'needs'], depends),
    dataFileOf(
      'services',
      ['id', 'name', 'criticality', 'manager'],
      services.map((id, at) => [
        id,
        `${BUSINESS[at % BUSINESS.length] ?? ''} ${chance.pick(STREETS)}`,
        at < 2 ? 5 : chance.int(1, 5),
        chance.pick(managers),
      ]),
    ),
    dataFileOf('service_applications', ['service', 'application'], uses),
    dataFileOf(
      'managers',
      ['id', 'name', 'phone'],
      managers.map((id, at) => [
        id,
        `${chance.pick(FIRST_NAMES)} ${chance.pick(LAST_NAMES)}`,
        `+1557${digits(at, 7)}`,
      ]),
    ),
    dataFileOf(
      'warnings',
      ['id', 'raised_at', 'unix_time', 'kind', 'severity', 'target', 'target_kind'],
      warningsOf(chance, Math.round(12_000 * scale), targets, storm),
    ),
  ];
}
