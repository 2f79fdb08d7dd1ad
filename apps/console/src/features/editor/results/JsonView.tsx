/** JSON as a tree that opens by branch, or as text; both stay quick for large answers. */
import { t } from '@acacia/texts';
import { CopyButton, download } from '@acacia/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { prettyJson } from '../pretty-json.ts';
import { jsonRows } from './json-rows.ts';
import { LinesView } from './LinesView.tsx';
import classes from './results.module.css';

const ROW = 22;
/** Branches above this depth are open at first. */
const OPEN_TO_DEPTH = 3;

export function JsonView({ value, name }: { readonly value: unknown; readonly name: string }) {
  const [as, setAs] = useState<'tree' | 'text'>('tree');
  const text = useMemo(() => prettyJson(value), [value]);
  return (
    <div className={classes.table}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Show JSON as"
          value={as}
          onChange={(next) => setAs(next)}
          data={[
            { value: 'tree', label: t`Tree` },
            { value: 'text', label: t`Text` },
          ]}
        />
        <span style={{ flex: 1 }} />
        <CopyButton value={text} label="JSON" />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          onClick={() => download(`${name}.json`, text, 'application/json')}
        >
          JSON
        </Button>
      </div>
      {as === 'tree' ? <JsonTree value={value} /> : <LinesView text={text} label="JSON text" />}
    </div>
  );
}

function JsonTree({ value }: { readonly value: unknown }) {
  /** Branches toggled from the state that their depth gives them. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => jsonRows(value, (path, depth) => depth < OPEN_TO_DEPTH !== turned.has(path)),
    [value, turned],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const turn = (path: string) => {
    const next = new Set(turned);
    if (!next.delete(path)) next.add(path);
    setTurned(next);
  };
  return (
    <div ref={scroller} className={classes.grid} role="region" aria-label="JSON tree" tabIndex={0} data-text>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <div
              key={item.key}
              className={classes.treeRow}
              style={{ transform: `translateY(${item.start}px)`, paddingLeft: 8 + row.depth * 16 }}
            >
              {row.open === null ? (
                <span className={classes.twist} />
              ) : (
                <button
                  type="button"
                  className={classes.twist}
                  aria-expanded={row.open}
                  aria-label={`${row.open ? 'Close' : 'Open'} ${row.name ?? 'everything'}`}
                  onClick={() => turn(row.path)}
                >
                  {row.open ? <IconChevronDown size={13} /> : <IconChevronRight size={13} />}
                </button>
              )}
              {row.name !== null && <span className={classes.key}>{row.name}: </span>}
              <span
                className={classes.value}
                data-kind={row.kind}
                title={row.open === null ? row.text : undefined}
              >
                {row.text.length > 400 ? `${row.text.slice(0, 400)}…` : row.text}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
