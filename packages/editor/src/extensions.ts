/** All CodeMirror extensions of the GSQL editor. */
import { t } from '@acacia/texts';
import type { Diagnostic } from '@acacia/language';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import {
  EditorView,
  crosshairCursor,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from '@codemirror/view';
import { gsqlCompletion } from './completion.ts';
import { format } from './format.ts';
import { gsql } from './gsql-language.ts';
import { gsqlHover } from './hover.ts';
import { gsqlLinting } from './linting.ts';
import { noForeignDrop } from './no-foreign-drop.ts';
import { schemaField } from './schema-facet.ts';
import { onServiceFault } from './service/language-service.ts';
import { textOf } from './text-of.ts';
import { appearance } from './theme.ts';

/** The text that a person asked to run: the selection, or all of it. */
export interface RunRequest {
  readonly text: string;
  /** Offset of `text` in the document: add it to the places of faults in `text`. */
  readonly from: number;
  readonly isSelection: boolean;
}

export interface GsqlEditorOptions {
  /** Named to screen readers. */
  readonly label: string;
  readonly placeholder?: string;
  /** Mod-Enter. */
  readonly onRun?: (request: RunRequest) => void;
  /** Mod-S. */
  readonly onSave?: () => void;
  readonly onChange?: (text: string) => void;
  /** Called after each check with the problems of the text. */
  readonly onDiagnostics?: (diagnostics: readonly Diagnostic[]) => void;
  /** Called with what failed in the language service; its tasks are tried again with the next key. */
  readonly onFault?: (error: unknown) => void;
  /** Milliseconds from the last key to the check. */
  readonly lintDelay?: number;
}

/** One text: Next has another meaning in dialogs of several steps. */
const [NEXT = '', PREVIOUS = ''] = t`Next | Previous`.split(' | ');

/** Words of the library: those of its search box, which it writes in lower case, and of its other parts. */
const WORDS = {
  Find: t`Find`,
  Replace: t`Replace`,
  next: NEXT,
  previous: PREVIOUS,
  all: t`Select all`,
  'match case': t`Match case`,
  regexp: t`Regular expression`,
  'by word': t`Whole words`,
  replace: t`Replace`,
  'replace all': t`Replace all`,
  close: t`close`,
  'current match': t`current match`,
  'on line': t`on line`,
  'replaced match on line $': t`replaced match on line $`,
  'replaced $ matches': t`replaced $ matches`,
  'Go to line': t`Go to line`,
  go: t`go`,
  'folded code': t`folded code`,
  'Folded lines': t`Folded lines`,
  'Unfolded lines': t`Unfolded lines`,
  to: t`to`,
  unfold: t`unfold`,
  'Fold line': t`Fold line`,
  'Unfold line': t`Unfold line`,
  Completions: t`Completions`,
  Diagnostics: t`Diagnostics`,
  'No diagnostics': t`No diagnostics`,
  'Control character': t`Control character`,
};

/** The text that Run would send now: the selection, or the whole text. */
export function runRequest(state: EditorState): RunRequest {
  const { from, to, empty } = state.selection.main;
  if (empty) return { text: state.doc.toString(), from: 0, isSelection: false };
  return { text: state.sliceDoc(from, to), from, isSelection: true };
}

/** The whole set of extensions: language, completion, checks, hovers, keys, search and looks. */
export function gsqlEditor(options: GsqlEditorOptions): Extension {
  const { label, onRun, onSave, onChange, onDiagnostics, onFault, lintDelay = 300 } = options;
  if (onFault !== undefined) onServiceFault(onFault);
  return [
    schemaField,
    gsql(),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    search({ top: true }),
    EditorState.phrases.of(WORDS),
    onFault === undefined ? [] : EditorView.exceptionSink.of(onFault),
    noForeignDrop,
    // Asked for at once: the work is the worker's, and answers to keys that are over are dropped.
    autocompletion({
      override: [gsqlCompletion],
      activateOnTypingDelay: 0,
      maxRenderedOptions: 60,
      icons: false,
    }),
    gsqlLinting(lintDelay, onDiagnostics),
    gsqlHover,
    appearance,
    EditorState.allowMultipleSelections.of(true),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      autocapitalize: 'off',
      // Set explicitly: checkers of pages do not see that an editable text takes the focus.
      tabindex: '0',
    }),
    options.placeholder === undefined ? [] : placeholder(options.placeholder),
    onChange === undefined
      ? []
      : EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(textOf(update.state.doc));
        }),
    Prec.highest(
      keymap.of([
        ...command('Mod-Enter', onRun && ((view) => onRun(runRequest(view.state)))),
        ...command('Mod-s', onSave),
        ...command('Shift-Alt-f', format),
      ]),
    ),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}

function command(key: string, act: ((view: EditorView) => void) | undefined) {
  if (act === undefined) return [];
  return [
    {
      key,
      preventDefault: true,
      run: (view: EditorView) => {
        act(view);
        return true;
      },
    },
  ];
}
