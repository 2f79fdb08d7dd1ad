/** The text of a guide: headings that can be linked to, tables, code that can be copied, links inside the console. */
import { CopyButton } from '@acacia/ui';
import { Link } from '@tanstack/react-router';
import Markdown, { RuleType, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { useEffect, useMemo, useRef, type AnchorHTMLAttributes, type ComponentProps } from 'react';
import { anchorOf } from '../../data/anchors.ts';
import classes from './Guides.module.css';

/** `loading.md#section` leads to another guide; everything else leaves the console. */
function TextLink({ href = '', children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const guide = /^([\w-]+)\.md(?:#(.*))?$/.exec(href);
  if (guide?.[1] !== undefined) {
    return (
      <Link to="/guides/$guide" params={{ guide: guide[1] }} hash={guide[2] ?? ''}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Wide tables scroll by themselves. */
function Table(props: ComponentProps<'table'>) {
  return (
    <div className={classes.table} role="region" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </div>
  );
}

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  wrapper: 'div',
  forceWrapper: true,
  overrides: { a: TextLink, table: Table },
  renderRule: (next, node, _render, state) =>
    node.type === RuleType.codeBlock ? (
      <div key={state.key} className={classes.code}>
        <pre>
          <code>{node.text}</code>
        </pre>
        <CopyButton value={node.text} label="code" />
      </div>
    ) : (
      next()
    ),
};

interface GuideTextProps {
  readonly text: string;
  /** Anchors of headings that are not made of their words. */
  readonly anchors?: ReadonlyMap<string, string>;
}

export function GuideText({ text, anchors }: GuideTextProps) {
  const options = useMemo(
    () => ({ ...OPTIONS, slugify: (heading: string) => anchors?.get(heading) ?? anchorOf(heading) }),
    [anchors],
  );
  const room = useRef<HTMLDivElement>(null);
  // The page is loaded on its first visit: its sections are rendered only after the address has changed.
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== '') room.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
  }, [text]);
  return (
    <div ref={room} className={classes.text}>
      <Markdown options={options}>{text}</Markdown>
    </div>
  );
}
