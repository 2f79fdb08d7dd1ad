/** Two texts side by side: the other one at the left, and at the right the one that is edited until both are in it. */
import { t } from '@acacia/texts';
import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { gsql } from './gsql-language.ts';
import { schemaField } from './schema-facet.ts';
import { appearance, palette } from './theme.ts';

export interface MergeEditorOptions {
  readonly theirs: string;
  readonly theirsLabel: string;
  readonly mine: string;
  readonly mineLabel: string;
  readonly dark: boolean;
}

export interface MergeEditor {
  /** The text at the right. */
  getText(): string;
  setText(text: string): void;
  setDark(dark: boolean): void;
  destroy(): void;
}

/** Changes are underlined: the library's grounds leave too little contrast to the colours of the language. */
const changes = EditorView.theme({
  '& .cm-changedLine': { backgroundColor: 'transparent !important' },
  '& .cm-changedText': {
    background: 'none !important',
    borderBottom: '2px solid var(--acacia-accent)',
  },
});

/** Differences longer than this are compared roughly: a comparison of all takes too long (characters). */
const SCAN_LIMIT = 2_000;

export function createMergeEditor(parent: HTMLElement, options: MergeEditorOptions): MergeEditor {
  const theme = new Compartment();
  const shared = [
    schemaField,
    gsql(),
    lineNumbers(),
    appearance,
    theme.of(palette(options.dark)),
    changes,
    EditorView.lineWrapping,
    EditorState.phrases.of({ '$ unchanged lines': t`$ unchanged lines` }),
  ];
  const named = (label: string) =>
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' });
  const view = new MergeView({
    parent,
    a: {
      doc: options.theirs,
      extensions: [
        shared,
        named(options.theirsLabel),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
      ],
    },
    b: {
      doc: options.mine,
      extensions: [
        shared,
        named(options.mineLabel),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
      ],
    },
    revertControls: 'a-to-b',
    renderRevertControl: () => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = '→';
      button.title = t`Take this part`;
      button.setAttribute('aria-label', t`Take this part`);
      return button;
    },
    collapseUnchanged: { margin: 3, minSize: 8 },
    diffConfig: { scanLimit: SCAN_LIMIT },
  });
  return {
    getText: () => view.b.state.doc.toString(),
    setText: (text) =>
      view.b.dispatch({
        changes: { from: 0, to: view.b.state.doc.length, insert: text },
        userEvent: 'input',
      }),
    setDark: (dark) => {
      for (const side of [view.a, view.b]) side.dispatch({ effects: theme.reconfigure(palette(dark)) });
    },
    destroy: () => view.destroy(),
  };
}
