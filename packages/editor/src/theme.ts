/** Looks of the editor, in the colours of `palettes.ts`. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { DARK, LIGHT } from './palettes.ts';

const highlightStyle = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--gsql-keyword)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--gsql-type)' },
  { tag: tags.function(tags.variableName), color: 'var(--gsql-function)' },
  { tag: tags.atom, color: 'var(--gsql-number)' },
  { tag: tags.number, color: 'var(--gsql-number)' },
  { tag: tags.string, color: 'var(--gsql-string)' },
  { tag: tags.comment, color: 'var(--gsql-comment)', fontStyle: 'italic' },
  { tag: tags.special(tags.variableName), color: 'var(--gsql-accumulator)' },
  { tag: tags.labelName, color: 'var(--gsql-accumulator)' },
  { tag: tags.operator, color: 'var(--gsql-operator)' },
]);

const palettes = EditorView.baseTheme({ '&light': LIGHT, '&dark': DARK });

/** Above the styles that CodeMirror's own parts bring along. */
const shapes = EditorView.theme({
  '&': { height: '100%', color: 'var(--gsql-ink)', backgroundColor: 'var(--gsql-ground)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--acacia-mono, "JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, monospace)',
    lineHeight: '20px',
  },
  '.cm-content': { caretColor: 'var(--gsql-ink)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--gsql-ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--gsql-selection)',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--gsql-ground)',
    color: 'var(--gsql-dim)',
    border: 'none',
    borderRight: '1px solid var(--gsql-line)',
  },
  // Other places of the selected word.
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--gsql-selection) 50%, transparent)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--gsql-active) 60%, transparent)' },
  // The line's colour is drawn above that of the selection.
  '&.cm-gsql-selecting .cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--gsql-active)', color: 'var(--gsql-ink)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--gsql-accent)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--gsql-error)',
  },
  '.cm-placeholder': { color: 'var(--gsql-dim)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--gsql-active)', border: 'none', color: 'var(--gsql-dim)' },
  '.cm-tooltip, .cm-panels': {
    fontFamily: 'var(--mantine-font-family, Inter, system-ui, sans-serif)',
    fontSize: '13px',
    backgroundColor: 'var(--gsql-raised)',
    color: 'var(--gsql-ink)',
    border: '1px solid var(--gsql-line)',
    borderRadius: '6px',
  },
  '.cm-tooltip': { boxShadow: 'var(--acacia-shadow, 0 8px 28px rgb(0 0 0 / 14%))' },
  '.cm-panels': { borderRadius: '0' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--acacia-mono, "JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, monospace)',
    fontSize: '12px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', borderRadius: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--gsql-active)',
    color: 'var(--gsql-ink)',
  },
  '.cm-completionDetail': { color: 'var(--gsql-dim)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--gsql-accent)', fontWeight: '600' },
  '.cm-gsql-hover': { padding: '4px 8px', maxWidth: '480px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: '4px 8px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--gsql-error)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--gsql-warning)' },
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--gsql-error)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--gsql-warning)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--gsql-accent)',
    color: 'var(--gsql-ground)',
    borderRadius: '4px',
    padding: '2px 8px',
  },
  '.cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]': {
    color: 'var(--gsql-ink)',
    backgroundColor: 'var(--gsql-active)',
  },
  '.cm-panels.cm-panels-top': { borderWidth: '0 0 1px' },
  '.cm-panels.cm-panels-bottom': { borderWidth: '1px 0 0' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 40px 8px 12px',
    fontSize: '13px',
    // A line break between finding and replacing.
    '& br': { flexBasis: '100%', content: '""', margin: '0' },
    '& label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '6px',
      margin: '0 4px',
      fontSize: '12.5px',
    },
    '& input[type=checkbox]': {
      width: '14px',
      height: '14px',
      margin: '0',
      accentColor: 'var(--gsql-accent)',
    },
    '& .cm-textfield': { width: '240px', margin: '0' },
    '& .cm-button': { margin: '0' },
  },
  '.cm-panel.cm-search button[name=close], .cm-panel.cm-panel-lint button[name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    borderRadius: '6px',
    color: 'var(--gsql-dim)',
    fontSize: '18px',
    cursor: 'pointer',
  },
  '.cm-panel.cm-search button[name=close]:hover, .cm-panel.cm-panel-lint button[name=close]:hover': {
    backgroundColor: 'var(--gsql-active)',
    color: 'var(--gsql-ink)',
  },
  '.cm-textfield': {
    height: '28px',
    padding: '0 8px',
    backgroundColor: 'var(--gsql-ground)',
    color: 'var(--gsql-ink)',
    border: '1px solid var(--gsql-line-strong)',
    borderRadius: '6px',
    font: 'inherit',
    fontSize: '13px',
  },
  '.cm-textfield:focus-visible': { outline: '2px solid var(--gsql-accent)', outlineOffset: '-1px' },
  '.cm-button': {
    height: '28px',
    padding: '0 10px',
    backgroundImage: 'none',
    backgroundColor: 'var(--gsql-raised)',
    color: 'var(--gsql-ink)',
    border: '1px solid var(--gsql-line-strong)',
    borderRadius: '6px',
    font: 'inherit',
    fontSize: '12.5px',
    fontWeight: '550',
    cursor: 'pointer',
  },
  '.cm-button:hover': { backgroundColor: 'var(--gsql-active)' },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--gsql-active)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--gsql-warning) 18%, transparent)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'color-mix(in srgb, var(--gsql-warning) 30%, transparent)',
    outline: '1px solid var(--gsql-warning)',
  },
});

const selecting = EditorView.editorAttributes.of((view): Record<string, string> =>
  view.state.selection.ranges.every(({ empty }) => empty) ? {} : { class: 'cm-gsql-selecting' },
);

/** Colours and measures that do not depend on the theme. */
export const appearance: Extension = [palettes, shapes, selecting, syntaxHighlighting(highlightStyle)];

/** The extension that selects one of the two palettes. */
export function palette(dark: boolean): Extension {
  return EditorView.darkTheme.of(dark);
}
