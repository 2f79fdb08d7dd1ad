/**
 * Our canvas beside sigma and cytoscape in Chromium, rendered in software: the same graphs, moved in the same way. The
 * others draw at places that are given, ours also lays out.
 */
import path from 'node:path';
import { CHROMIUM, launchChromium } from '../../../tests/e2e/browser.ts';
import type { BenchOptions } from '../options.ts';
import { installPeers } from '../peers/install.ts';
import type { Report } from '../report.ts';
import { GRAPHS, type DrawnGraph } from './graphs.ts';
import type { Drawn } from './page.ts';
import { servePage } from './serve.ts';

const PEERS = path.resolve(import.meta.dirname, '../../peers/node_modules');
const CONTENDERS = ['acacia', 'sigma', 'cytoscape'] as const;

interface Measured extends Drawn {
  readonly contender: string;
  readonly graph: string;
  readonly heapMb: number;
}

declare global {
  interface Window {
    drawGraph: (contender: string, graph: DrawnGraph) => Promise<Drawn>;
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const lineOf = (each: Measured): string =>
  `${each.contender}, ${each.graph}: ${each.framesPerSecond.toFixed(0)} frames a second (slowest ${each.slowestFrameMs.toFixed(0)} ms), ` +
  `first picture ${seconds(each.firstPictureMs)}, ` +
  (each.layoutMs === null ? 'no layout' : `at rest after ${seconds(each.layoutMs)}`) +
  `, heap ${each.heapMb.toFixed(0)} MB`;

export async function benchCanvas({ only }: BenchOptions): Promise<Report> {
  const browser = await launchChromium(['--enable-precise-memory-info', '--js-flags=--expose-gc'], true);
  if (browser === null)
    return {
      lines: [`Skipped: there is no browser at ${CHROMIUM}; ACACIA_CHROMIUM names one.`],
      record: null,
    };
  installPeers();
  const served = await servePage(PEERS);
  const measured: Measured[] = [];
  try {
    for (const graph of GRAPHS) {
      for (const contender of CONTENDERS) {
        if (!`${contender} ${graph.name}`.includes(only)) continue;
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.goto(served.origin);
        const drawn = await page.evaluate(([name, which]) => window.drawGraph(name, which), [
          contender,
          graph,
        ] as const);
        const heap = await page.evaluate(() => {
          const { gc, performance: measures } = window as unknown as {
            readonly gc: () => void;
            readonly performance: { readonly memory: { readonly usedJSHeapSize: number } };
          };
          gc();
          return measures.memory.usedJSHeapSize;
        });
        measured.push({ contender, graph: graph.name, ...drawn, heapMb: heap / 2 ** 20 });
        await page.close();
      }
    }
  } finally {
    await browser.close();
    served.close();
  }
  return { lines: measured.map(lineOf), record: { rendering: 'software', measured } };
}
