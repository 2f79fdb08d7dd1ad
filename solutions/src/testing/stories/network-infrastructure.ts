import { byId, hopsFrom, ids, setsOf, table, text, type Story, type Tables } from './story.ts';

/** Values of one column by those of another. */
const linked = (tables: Tables, name: string, from: string, to: string): Map<string, Set<string>> =>
  setsOf(table(tables, name).map((row) => [text(row, from), text(row, to)]));
const followed = (starts: Iterable<string>, links: Map<string, Set<string>>): Set<string> =>
  new Set([...starts].flatMap((id) => [...(links.get(id) ?? [])]));

export const networkInfrastructure: Story = {
  names: {
    storage_impact: ['SVC-001', '"pools":5'],
    app_impact: ['APP-0010', 'SVC-001'],
    warning_impact: ['controller_failure', 'ARR-001', 'SVC-001'],
    single_points_of_failure: ['SW-D-001'],
    shared_dependency: ['HOST-0001'],
    circular_dependencies: ['APP-0001'],
    root_cause: ['"likely":[{"v_id":"ARR-001"'],
    network_path: ['HOST-0001', 'SW-C-00'],
    critical_switches: ['SW-D-001'],
    full_pools: ['POOL-001'],
    blast_radius: ['HOST-'],
    flapping: ['HOST-0002'],
    tg_pagerank_application: ['APP-'],
  },
  computed: {
    storage_impact: ({ services }, tables) => {
      const pools = followed(['ARR-001'], linked(tables, 'pools', 'array', 'id'));
      const luns = followed(pools, linked(tables, 'luns', 'pool', 'id'));
      const hosts = followed(luns, linked(tables, 'mounts', 'lun', 'host'));
      const direct = followed(hosts, linked(tables, 'runs_on', 'host', 'application'));
      const needed = linked(tables, 'dependencies', 'needs', 'application');
      const apps = hopsFrom(direct, (id) => needed.get(id) ?? []);
      const found = followed(apps.keys(), linked(tables, 'service_applications', 'application', 'service'));
      return [ids(services).sort(), [...found].sort()];
    },
    single_points_of_failure: ({ weak }, tables) => {
      const switches = linked(tables, 'switch_links', 'from_switch', 'to_switch');
      const back = linked(tables, 'switch_links', 'to_switch', 'from_switch');
      const hosts = table(tables, 'hosts');
      const cut = table(tables, 'switches')
        .filter((row) => text(row, 'kind') !== 'core')
        .map((row) => {
          const lost = text(row, 'id');
          const next = (id: string) =>
            [...(switches.get(id) ?? []), ...(back.get(id) ?? [])].filter((each) => each !== lost);
          const alive = hopsFrom(['SW-C-001', 'SW-C-002'], next);
          return [lost, hosts.filter((host) => !alive.has(text(host, 'switch'))).length] as const;
        })
        .filter(([, count]) => count > 0);
      return [byId(weak, 'hosts_cut_off'), Object.fromEntries(cut)];
    },
    circular_dependencies: ({ circles }, tables) => {
      const needs = linked(tables, 'dependencies', 'application', 'needs');
      const found = [...needs].filter(([id, others]) =>
        hopsFrom(others, (each) => needs.get(each) ?? []).has(id),
      );
      return [ids(circles), found.map(([id]) => id).sort()];
    },
  },
};
