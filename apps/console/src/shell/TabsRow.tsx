/** The row of a page's tabs: without room for all it scrolls, and arrows step from tab to tab. */
import { ActionIcon, Tabs } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './TabsRow.module.css';

interface TabsRowProps<Value extends string> {
  /** Accessible name of the row. */
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onStep: (tab: Value) => void;
}

/** Scrolls the row sideways until the selected tab is in sight; `scrollIntoView` would scroll the page to the row too. */
function reveal(list: HTMLElement | null): void {
  const active = list?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  if (list === null || active === undefined) return;
  const { left, right } = list.getBoundingClientRect();
  if (active.left < left) list.scrollLeft -= left - active.left;
  else if (active.right > right) list.scrollLeft += active.right - right;
}

export function TabsRow<Value extends string>({ label, tabs, value, onStep }: TabsRowProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [tight, setTight] = useState(false);
  // The list itself is another one with each refetch of the page.
  const labels = tabs.map((tab) => tab.label).join(' ');
  useLayoutEffect(() => {
    if (row.current === null) return undefined;
    // Against the row, not the list: that one is narrower where there are arrows.
    const measure = () => {
      setTight((list.current?.scrollWidth ?? 0) > (row.current?.clientWidth ?? 0));
      reveal(list.current);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [labels]);
  // The arrows take room of the list: with them another part of it is in sight.
  useEffect(() => reveal(list.current), [value, tight]);
  const place = tabs.findIndex((tab) => tab.value === value);
  return (
    <div ref={row} className={classes.row}>
      {tight && <Step to={tabs[place - 1]} direction="Previous" onStep={onStep} />}
      <Tabs.List ref={list} className={classes.list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={classes.tab}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tight && <Step to={tabs[place + 1]} direction="Next" onStep={onStep} />}
    </div>
  );
}

interface StepProps<Value extends string> {
  /** undefined at the end of the row. */
  readonly to: TabsRowProps<Value>['tabs'][number] | undefined;
  readonly direction: 'Previous' | 'Next';
  readonly onStep: (tab: Value) => void;
}

function Step<Value extends string>({ to, direction, onStep }: StepProps<Value>) {
  const Arrow = direction === 'Previous' ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      className={classes.step}
      aria-label={to === undefined ? `${direction} tab` : `${direction} tab: ${to.label}`}
      disabled={to === undefined}
      onClick={() => to !== undefined && onStep(to.value)}
    >
      <Arrow size={16} stroke={1.8} />
    </ActionIcon>
  );
}
