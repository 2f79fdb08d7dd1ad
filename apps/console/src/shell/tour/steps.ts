/** The stops of the tour: things of the shell that are on every page. */

interface Stop {
  /** Its attribute `data-tour`. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
}

export const STOPS: readonly Stop[] = [
  {
    label: 'Workgroups',
    title: 'Workgroups',
    text: 'Databases and workspaces are here. Create, pause, resize and share them.',
  },
  {
    label: 'Design schema',
    title: 'Design schema',
    text: 'Draw the types of vertices and edges that your graph is made of.',
  },
  {
    label: 'Load data',
    title: 'Load data',
    text: 'Bring files, or read them from a store, and say which column goes where.',
  },
  {
    label: 'Query editor',
    title: 'Query editor',
    text: 'Write GSQL and openCypher, run it, and keep it as files.',
  },
  {
    label: 'Explore graph',
    title: 'Explore graph',
    text: 'Search the graph, expand it step by step, and find patterns and paths.',
  },
  {
    label: 'Search',
    title: 'Search',
    text: 'Every page, workspace and action by a few letters.',
  },
  {
    label: 'Account',
    title: 'Account and help',
    text: 'Guides, keyboard shortcuts and your account. This tour can be taken again from here.',
  },
];

/** The element of a stop; undefined where the page does not show it. */
export const elementOf = ({ label }: Stop): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('nav[aria-label="Main"] [data-tour]')].find(
    (element) => element.dataset['tour'] === label && element.offsetParent !== null,
  );
