/** The stops of the tour: things of the shell that are on every page. */

import { t } from '@acacia/texts';

interface Stop {
  /** Its attribute `data-tour`. */
  readonly at: string;
  readonly title: string;
  readonly text: string;
}

export const STOPS: readonly Stop[] = [
  {
    at: '/groups',
    title: t`Workgroups`,
    text: t`Databases and workspaces are here. Create, pause, resize and share them.`,
  },
  {
    at: '/design-schema',
    title: t`Design schema`,
    text: t`Draw the types of vertices and edges that your graph is made of.`,
  },
  {
    at: '/ingestion',
    title: t`Load data`,
    text: t`Bring files, or read them from a store, and say which column goes where.`,
  },
  {
    at: '/editor',
    title: t`Query editor`,
    text: t`Write GSQL and openCypher, run it, and keep it as files.`,
  },
  {
    at: '/explore',
    title: t`Explore graph`,
    text: t`Search the graph, expand it step by step, and find patterns and paths.`,
  },
  {
    at: '/marketplace/solutions',
    title: t`Solutions`,
    text: t`Sample graphs with data, queries and a guide, installed in some seconds.`,
  },
  {
    at: 'search',
    title: t`Search`,
    text: t`Every page, workspace and action by a few letters.`,
  },
  {
    at: 'account',
    title: t`Account and help`,
    text: t`Guides, keyboard shortcuts and your account. This tour can be taken again from here.`,
  },
];

/** The element of a stop; undefined where the page does not show it. */
export const elementOf = ({ at }: Stop): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('nav [data-tour]')].find(
    (element) => element.dataset['tour'] === at && element.offsetParent !== null,
  );
