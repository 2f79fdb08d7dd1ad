/** All add-ons with their prices (cloud product, overview/pricing and add-ons). */
import type { Addon, AddonId } from '@acacia/contract';

type Entry = Omit<Addon, 'ID' | 'AddonsID' | 'Added' | 'WorkspaceAvatar'>;

const LATER = 'Comes with a later release.';

const ENTRIES: Readonly<Record<AddonId, Entry>> = {
  graphstudio: {
    Title: 'GraphStudio',
    Description: 'Design a schema, map data and explore the graph in a page of its own.',
    Path: '/studio',
    Amount: 0,
    Configurable: false,
    UnavailableReason: LATER,
    ReadWriteOnly: false,
  },
  insights: {
    Title: 'Insights',
    Description: 'Dashboards of graphs, maps, tables and charts that can be shared.',
    Path: '/insights',
    Amount: 0.1,
    Configurable: false,
    UnavailableReason: LATER,
    ReadWriteOnly: false,
  },
  graphql: {
    Title: 'GraphQL',
    Description: 'Read and change the graph by GraphQL.',
    Path: '/graphql',
    Amount: 0,
    Configurable: false,
    UnavailableReason: LATER,
    ReadWriteOnly: false,
  },
  adminportal: {
    Title: 'Admin Portal',
    Description: 'Health, queries, logs and users of a workspace in a page of its own.',
    Path: '/admin',
    Amount: 0,
    Configurable: false,
    UnavailableReason: '',
    ReadWriteOnly: false,
  },
  copilot: {
    Title: 'Co-pilot',
    Description: 'Answers questions in words by the queries that are registered for it.',
    Path: '/explore?tab=copilot',
    Amount: 0,
    Configurable: true,
    UnavailableReason:
      'Its conversation comes with a later release; the provider and the queries can be set up now.',
    ReadWriteOnly: true,
  },
};

/** @param added those that the organisation has added */
export function addonOf(id: AddonId, added: ReadonlySet<AddonId>): Addon {
  return {
    ID: id,
    AddonsID: id,
    Added: added.has(id),
    WorkspaceAvatar: `/addons/${id}.svg`,
    ...ENTRIES[id],
  };
}
