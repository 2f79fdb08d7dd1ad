/** Picture, name and categories of a solution, at the top of its card. */
import { said } from '@acacia/texts';
import type { SolutionCatalogEntry } from '@acacia/contract';
import { Tag } from '@acacia/ui';
import { SolutionIcon } from './SolutionIcon.tsx';
import classes from './solutions.module.css';

interface SolutionHeadProps {
  readonly solution: SolutionCatalogEntry;
  /** Of its heading, by what stands above the card on the page. */
  readonly level: 2 | 3;
}

export function SolutionHead({ solution: { name, icon, categories }, level }: SolutionHeadProps) {
  const Title = `h${level}` as const;
  return (
    <div className={classes.head}>
      <SolutionIcon svg={icon} />
      <div className={classes.titles}>
        <Title className={classes.title}>{said(name)}</Title>
        <div className={classes.tags}>
          {categories.map((category) => (
            <Tag key={category}>{said(category)}</Tag>
          ))}
        </div>
      </div>
    </div>
  );
}
