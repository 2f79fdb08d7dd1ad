import { said } from '@acacia/texts';
import { hoverTooltip } from '@codemirror/view';
import { schemaField } from './schema-facet.ts';
import { ask } from './service/language-service.ts';

/** Hover over a word: its type, signature or declaration. */
export const gsqlHover = hoverTooltip(async (view, offset) => {
  const { doc } = view.state;
  const found = await ask({ kind: 'describe', text: doc.toString(), offset }, view.state.field(schemaField));
  if (found === undefined || !view.state.doc.eq(doc)) return null;
  return {
    pos: found.span.start,
    end: found.span.end,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-gsql-hover';
      // A signature or declaration, and on the next line a sentence on it.
      dom.textContent = found.text
        .split('\n')
        .map((line) => said(line))
        .join('\n');
      return { dom };
    },
  };
});
