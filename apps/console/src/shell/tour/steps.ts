/** The stops of the tour: things of the shell that are on every page. */

import { t } from '@acacia/texts';

interface Stop {
  /** Its attribute `data-tour`. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
}

export const STOPS: readonly Stop[] = [
  {
    label: t`Workgroups`,
    title: t`Workgroups`,
    text: t`Databases and workspaces are here. Create, pause, resize and share them.`,
  },
  {
    label: t`Design schema`,
    title: t`Design schema`,
    text: t`Draw the types of vertices and edges that your graph is made of.`,
  },
  {
    label: t`Load data`,
    title: t`Load data`,
    text: t`Bring files, or read them from a store, and say which column goes where.`,
  },
  {
    label: t`Query editor`,
    title: t`Query editor`,
    text: t`Write GSQL and openCypher, run it, and keep it as files.`,
  },
  {
    label: t`Explore graph`,
    title: t`Explore graph`,
    text: t`Search the graph, expand it step by step, and find patterns and paths.`,
  },
  {
    label: t`Search`,
    title: t`Search`,
    text: t`Every page, workspace and action by a few letters.`,
  },
  {
    label: t`Account`,
    title: t`Account and help`,
    text: t`Guides, keyboard shortcuts and your account. This tour can be taken again from here.`,
  },
];

/** The element of a stop; undefined where the page does not show it. */
export const elementOf = ({ label }: Stop): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('nav[aria-label="Main"] [data-tour]')].find(
    (element) => element.dataset['tour'] === label && element.offsetParent !== null,
  );
