import { describeAt } from '@acacia/language';
import { hoverTooltip } from '@codemirror/view';
import { schemaOf } from './schema-facet.ts';

/** Hover over a word: its type, signature or declaration. */
export const gsqlHover = hoverTooltip((view, position) => {
  const { schema, graphs } = schemaOf(view.state);
  const found = describeAt(view.state.doc.toString(), position, schema, graphs);
  if (found === undefined) return null;
  return {
    pos: found.span.start,
    end: found.span.end,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-gsql-hover';
      dom.textContent = found.text;
      return { dom };
    },
  };
});
