/** A page with CodeMirror alone, the library of our editor: without a language, without a service. */
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ENTRY = 'codemirror-alone';

/** Stands for no file: its imports are found from the root. */
const SOURCE = `
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
const extensions = [lineNumbers(), history(), keymap.of([...defaultKeymap, ...historyKeymap])];
window.openText = (doc) => {
  new EditorView({ parent: document.body, state: EditorState.create({ doc, extensions }) });
};`;

export interface AlonePage {
  readonly origin: string;
  close(): void;
}

export async function serveAlone(): Promise<AlonePage> {
  const bundle = await rolldown({
    input: ENTRY,
    cwd: ROOT,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? path.join(ROOT, `${ENTRY}.js`) : null),
        load: (id) => (id === path.join(ROOT, `${ENTRY}.js`) ? SOURCE : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  const page = `<!doctype html><meta charset="utf-8"><style>.cm-editor{height:60vh}.cm-scroller{overflow:auto}</style><body></body><script>${output[0].code.replaceAll('</script', '<\\/script')}</script>`;
  const server: Server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
