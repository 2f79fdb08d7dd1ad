/** The panel on the right, with a tab for each thing that is looked at. */
import { t } from '@acacia/texts';
import { Tabs, Tooltip } from '@mantine/core';
import {
  IconChartBar,
  IconFilter,
  IconInfoCircle,
  IconMessage,
  IconPalette,
  IconPencil,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SIDE_TABS, type SideTab } from './explorer-state.ts';
import { FloatingPanel } from './FloatingPanel.tsx';

interface SidePanelProps {
  readonly tab: SideTab;
  readonly onTab: (tab: SideTab) => void;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  /** Null: there is nothing of this now, and no tab. */
  readonly panels: Readonly<Record<SideTab, ReactNode>>;
}

const LOOKS = {
  details: { label: t`Details`, icon: IconInfoCircle },
  styles: { label: t`Styles`, icon: IconPalette },
  filters: { label: t`Filters`, icon: IconFilter },
  figures: { label: t`Figures`, icon: IconChartBar },
  edit: { label: t`Edit`, icon: IconPencil },
  comments: { label: t`Comments`, icon: IconMessage },
} as const satisfies Record<SideTab, unknown>;

export function SidePanel({ tab, onTab, folded, onFold, panels }: SidePanelProps) {
  const shown = panels[tab] === null ? 'details' : tab;
  const tabs = SIDE_TABS.filter((each) => panels[each] !== null);
  return (
    <FloatingPanel side="right" title="Inspect" folded={folded} onFold={onFold}>
      <Tabs value={shown} onChange={(next) => onTab(next as SideTab)} keepMounted={false}>
        <Tabs.List grow>
          {tabs.map((each) => {
            const { label, icon: Icon } = LOOKS[each];
            return (
              <Tooltip key={each} label={label}>
                <Tabs.Tab value={each} aria-label={label} px={6}>
                  <Icon size={17} stroke={1.7} aria-hidden />
                </Tabs.Tab>
              </Tooltip>
            );
          })}
        </Tabs.List>
        {tabs.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {panels[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </FloatingPanel>
  );
}
