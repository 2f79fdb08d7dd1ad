/** One solution in the marketplace: picture, description, where it is installed, and a button to install it. */
import { said, t } from '@acacia/texts';
import type { SolutionCatalogEntry, SolutionInstance } from '@acacia/contract';
import { ActionButton, formatNumber } from '@acacia/ui';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { SolutionHead } from '../workgroups/solutions/SolutionHead.tsx';
import { SolutionStatusBadge } from '../workgroups/solutions/SolutionStatusBadge.tsx';
import classes from './marketplace.module.css';

interface MarketCardProps {
  readonly solution: SolutionCatalogEntry;
  readonly instances: readonly SolutionInstance[];
  /** Why it cannot be installed; undefined when it can. */
  readonly refusal: string | undefined;
  readonly onInstall: () => void;
}

export function MarketCard({ solution, instances, refusal, onInstall }: MarketCardProps) {
  const { id, description, sample_rows, algorithms, provider } = solution;
  const name = said(solution.name);
  return (
    <article className={classes.card} aria-label={name}>
      <SolutionHead solution={solution} level={2} />
      <p className={classes.description}>{said(description)}</p>
      <p className={classes.facts}>
        {[
          provider,
          t`${formatNumber(sample_rows)} rows of sample data`,
          ...algorithms.map((each) => said(each)),
        ].join(' · ')}
      </p>
      {instances.map((instance) => (
        <Link
          key={instance.id}
          className={classes.instance}
          to="/groups/$groupID"
          params={{ groupID: instance.workgroup_id }}
          search={{ tab: 'solution', space_id: instance.workspace_id }}
        >
          {instance.workspace_name} <SolutionStatusBadge status={instance.solution_status} />
        </Link>
      ))}
      <div className={classes.actions}>
        <LinkButton
          variant="default"
          to="/marketplace/solutions/$solution"
          params={{ solution: id }}
          aria-label={`Details of ${name}`}
        >
          Details
        </LinkButton>
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
