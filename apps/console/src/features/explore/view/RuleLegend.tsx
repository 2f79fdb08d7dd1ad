/** The legend of the rules of style: each class is hidden and shown again by a click. */
import { GraphLegend } from '@acacia/graph-view';
import { formatNumber } from '@acacia/ui';
import classes from '../explore.module.css';
import type { Picture } from './usePicture.ts';

interface RuleLegendProps {
  readonly picture: Picture;
  readonly onToggle: (key: string) => void;
}

export function RuleLegend({ picture: { legend, hiddenClasses }, onToggle }: RuleLegendProps) {
  if (legend.length === 0) return null;
  return (
    <section className={classes.ruleLegend} aria-label="Legend of styles" data-panel>
      <GraphLegend
        nodes={[]}
        edges={[]}
        rules={legend}
        hiddenClasses={hiddenClasses}
        onToggleClass={onToggle}
        formatCount={formatNumber}
      />
    </section>
  );
}
