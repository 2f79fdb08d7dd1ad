/**
 * The schema designer in Chromium on a whole Acacia: keys in a field of a new type among 500 types, which are all drawn,
 * and the search among 5,200, which are listed alone. `ACACIA_CONSOLE` measures another build of the console.
 */
import { CHROMIUM, launchChromium } from '../../tests/e2e/browser.ts';
import { signIn } from '../../tests/e2e/pages.ts';
import { Rest } from '../../tests/e2e/rest.ts';
import { Stack } from '../../tests/e2e/stack.ts';
import { installProbe, type, type Typing } from './editor/probe.ts';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

/** Types of a graph: as many edge types as make every vertex type reachable, and some more. */
const SIZES = {
  drawn: { graph: 'Drawn', vertices: 500, edges: 600 },
  searched: { graph: 'Searched', vertices: 2_600, edges: 2_600 },
} as const;

const NAME_KEYS = 'part_number_';
const SEARCH_KEYS = 'type_12';

const attribute = (name: string) => ({ AttributeName: name, AttributeType: { Name: 'STRING' } });

function schemaChange({ vertices, edges }: { readonly vertices: number; readonly edges: number }) {
  const nameOf = (index: number): string => `Type_${index}`;
  return {
    addVertexTypes: Array.from({ length: vertices }, (_, index) => ({
      Name: nameOf(index),
      PrimaryId: { ...attribute('id'), PrimaryIdAsAttribute: true },
      Attributes: ['name', 'note', 'city'].map(attribute),
      Config: {},
    })),
    addEdgeTypes: Array.from({ length: edges }, (_, index) => ({
      Name: `Link_${index}`,
      IsDirected: true,
      EdgePairs: [{ From: nameOf(index % vertices), To: nameOf((index * 7 + 1) % vertices) }],
      Attributes: [attribute('since')],
      Config: {},
    })),
  };
}

const digits = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

const line = (what: string, typing: Typing): string =>
  `${what}: key to paint ${digits(typing.keyToPaintMs)} ms (slowest ${digits(typing.slowestKeyMs)}), ` +
  `of the processor ${digits(typing.cpuPerKeyMs)} ms a key and ${digits(typing.longestCpuMs)} ms for the longest task`;

export async function benchDesigner({ rounds, only }: BenchOptions): Promise<Report> {
  const browser = await launchChromium([]);
  if (browser === null)
    return {
      lines: [`Skipped: there is no browser at ${CHROMIUM}; ACACIA_CHROMIUM names one.`],
      record: null,
    };
  const stack = await Stack.create();
  try {
    await stack.start();
    const rest = await Rest.of(stack);
    const place = await rest.place('Bench');
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await installProbe(page);
    await page.goto(stack.origin);
    await signIn(page);
    const open = async (size: (typeof SIZES)[keyof typeof SIZES]): Promise<void> => {
      const made = await rest.call('POST', `${place.host}/gsql/v1/schema/graphs`, {
        body: { GraphName: size.graph, VertexTypes: [], EdgeTypes: [] },
      });
      const changed = await rest.call('POST', `${place.host}/gsql/v1/schema/change?graph=${size.graph}`, {
        body: schemaChange(size),
      });
      if (made.status >= 300 || changed.status >= 300) throw new Error(made.text + changed.text);
      await page.goto(
        `${stack.origin}/design-schema?workspace_id=${place.workspaceId}&graph_name=${size.graph}`,
      );
      await page.getByRole('navigation', { name: 'Types' }).waitFor();
    };
    const lines: string[] = [];
    let keys: Typing | null = null;
    let boxes = 0;
    if ('keys'.includes(only)) {
      await open(SIZES.drawn);
      await page.locator('.react-flow__node').first().waitFor();
      await page.waitForTimeout(2_000);
      await page.getByRole('button', { name: 'Create vertex' }).click();
      await page.getByRole('button', { name: 'Add attribute' }).click();
      // The layout of so many types takes its time in a worker, and the new type is gone to then.
      await page.waitForTimeout(4_000);
      await page.keyboard.press('Control+Shift+R');
      await page.waitForTimeout(2_000);
      const field = page.getByLabel('Attribute name', { exact: true });
      await field.fill('');
      await field.focus();
      boxes = await page.locator('.react-flow__node').count();
      keys = await type(page, NAME_KEYS);
      lines.push(
        line(`a name among ${SIZES.drawn.vertices} vertex types, of which ${boxes} are drawn`, keys),
      );
    }
    let search: Typing | null = null;
    if ('search'.includes(only)) {
      await open(SIZES.searched);
      await page.getByLabel('Search types and attributes').focus();
      search = await type(page, SEARCH_KEYS, true);
      lines.push(line('the search among 5,200 types', search));
    }
    return {
      lines,
      record: {
        rounds,
        console: process.env.ACACIA_CONSOLE === undefined ? 'built from here' : 'another build',
        boxes,
        keys,
        search,
      },
    };
  } finally {
    await browser.close();
    await stack.remove();
  }
}
