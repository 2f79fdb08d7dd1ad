/** The tutorials: chapters, and in them videos and links (specification part 1, section 2.7). */

import { t } from '@acacia/texts';

export interface Tutorial {
  readonly TutorialID: number;
  readonly Title: string;
  readonly Type: 'Link' | 'Video';
  readonly Description: string;
  /** On this server. Beside a video stand its captions (`.vtt`, `.zh.vtt`) and its poster (`.jpg`). */
  readonly Url: string;
}

export interface Chapter {
  readonly id: number;
  readonly title: string;
  /** First segments of the paths at which the chapter opens. */
  readonly routerKey: readonly string[];
  readonly abstract: string;
  readonly subChapters: readonly Tutorial[];
}

const video = (TutorialID: number, Title: string, Description: string): Tutorial => ({
  ...{ TutorialID, Title, Type: 'Video', Description },
  Url: `/tutorials/${TutorialID}.webm`,
});

/** The chapter that is one large video; its id is that of the video as well. */
export const GETTING_STARTED = 0;

export const CHAPTERS: readonly Chapter[] = [
  {
    id: GETTING_STARTED,
    title: t`Getting started`,
    routerKey: [],
    abstract: t`From a new workspace to a first answer.`,
    subChapters: [
      video(
        GETTING_STARTED,
        t`Getting started`,
        t`The tools of the platform over one graph: its schema, its data, a query, and the graph itself.`,
      ),
    ],
  },
  {
    id: 1,
    title: t`Workgroup & workspace`,
    routerKey: ['workspace', 'groups'],
    abstract: t`Set workspaces up, watch them, and use them from programs.`,
    subChapters: [
      video(
        11,
        t`Create a workspace`,
        t`Name a workgroup and its first workspace, and wait until it is Active.`,
      ),
      video(
        12,
        t`Create a read-only workspace`,
        t`Read a database from a second workspace, beside the one that writes to it.`,
      ),
      video(
        13,
        t`Monitor a workspace`,
        t`See processor, memory and queries over time, and choose the range.`,
      ),
      video(15, t`Profile the data`, t`Count a graph, and see which attributes are filled and how.`),
      video(16, t`Connect from API`, t`Find an endpoint, run it, and copy the code that calls it.`),
    ],
  },
  {
    id: 2,
    title: t`Load data`,
    routerKey: ['ingestion'],
    abstract: t`Bring files, and say which column goes where.`,
    subChapters: [
      video(
        21,
        t`Load a local CSV file`,
        t`Choose a file, map its columns to a type, and load it with counts.`,
      ),
      video(22, t`Load from Amazon S3`, t`Connect a bucket, choose a file in it, and load it.`),
    ],
  },
  {
    id: 3,
    title: t`Query editor`,
    routerKey: ['editor'],
    abstract: t`Write GSQL, run it, and keep it as a file.`,
    subChapters: [
      video(31, t`Write and run a query`, t`Write a query, install and run it, and look at what it found.`),
      {
        TutorialID: 32,
        Title: t`GSQL, the guide`,
        Type: 'Link',
        Description: t`The language by examples: types, queries, accumulators, patterns. Opens in a new tab.`,
        Url: '/guides/gsql',
      },
    ],
  },
  {
    id: 4,
    title: t`Explore graph`,
    routerKey: ['explore'],
    abstract: t`Search the graph, and follow its edges.`,
    subChapters: [
      video(
        41,
        t`Search by a pattern`,
        t`Draw a pattern of types and conditions, and see all that matches it.`,
      ),
    ],
  },
];

/** All videos, in their order. */
export const VIDEOS = CHAPTERS.flatMap(({ subChapters }) =>
  subChapters.filter(({ Type }) => Type === 'Video'),
);

export function chapterOf(id: number): Chapter {
  const found = CHAPTERS.find((chapter) => chapter.id === id || chapter.subChapters.some(isItem(id)));
  if (found === undefined) throw new Error(`There is no tutorial ${id}.`);
  return found;
}

const isItem = (id: number) => (item: Tutorial) => item.TutorialID === id;

/** The chapter about the page of a path; undefined where there is none. */
export function chapterAt(pathname: string): Chapter | undefined {
  const [, segment = ''] = pathname.split('/');
  return CHAPTERS.find(({ routerKey }) => routerKey.includes(segment));
}
