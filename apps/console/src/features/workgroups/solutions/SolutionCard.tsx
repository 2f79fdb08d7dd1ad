/** One solution of the catalogue: its description, its sample data, and a button to install it. */
import { comma, said } from '@acacia/texts';
import type { SolutionCatalogEntry } from '@acacia/contract';
import { ActionButton, formatNumber } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconDownload, IconFileCode } from '@tabler/icons-react';
import { SolutionHead } from './SolutionHead.tsx';
import classes from './solutions.module.css';

interface SolutionCardProps {
  readonly solution: SolutionCatalogEntry;
  /** Why it cannot be installed; undefined when it can. */
  readonly refusal: string | undefined;
  readonly onInstall: () => void;
  readonly onContents: () => void;
}

export function SolutionCard({ solution, refusal, onInstall, onContents }: SolutionCardProps) {
  const { description, data_description, sample_rows, algorithms } = solution;
  const name = said(solution.name);
  return (
    <article className={classes.card} aria-label={name}>
      <SolutionHead solution={solution} level={3} />
      <p className={classes.description}>{said(description)}</p>
      <dl className={classes.facts}>
        <div>
          <dt>Graph</dt>
          <dd className={classes.mono}>{solution.graph}</dd>
        </div>
        <div>
          <dt>Sample data</dt>
          <dd>
            {formatNumber(sample_rows)} rows. {said(data_description)}
          </dd>
        </div>
        {algorithms.length > 0 && (
          <div>
            <dt>Algorithms</dt>
            <dd>{algorithms.map((each) => said(each)).join(comma)}</dd>
          </div>
        )}
      </dl>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconFileCode size={15} stroke={1.7} />}
          aria-label={`What it brings: ${name}`}
          onClick={onContents}
        >
          What it brings
        </Button>
        <ActionButton
          leftSection={<IconDownload size={15} stroke={1.7} />}
          aria-label={`Install ${name}`}
          disabledReason={refusal}
          onClick={onInstall}
        >
          Install
        </ActionButton>
      </div>
    </article>
  );
}
