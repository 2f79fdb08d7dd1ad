/** The plan of a query that was not run: its statements and operators, with estimates. */
import { t } from '@acacia/texts';
import type { QueryPlanStep } from '@acacia/contract';
import { ErrorState, formatCompact, TableSkeleton } from '@acacia/ui';
import { Button, Tabs } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ShownPlan } from '../workbench-state.ts';
import { Figure } from './Figure.tsx';
import profile from './profile.module.css';
import classes from './results.module.css';

interface PlanPaneProps {
  readonly plan: ShownPlan;
  /** Whether there are results to go back to. */
  readonly hasRuns: boolean;
  readonly onClose: () => void;
}

/** One text: a word such as Cost has another meaning elsewhere. */
const HEADS = t`Line | Step | Rows in | Rows out | Cost`.split(' | ');
/** Place of the column that holds no numbers. */
const STEP = 1;

export function PlanPane({ plan: { name, answer }, hasRuns, onClose }: PlanPaneProps) {
  return (
    <Tabs className={classes.pane} value="plan" onChange={onClose}>
      <div className={classes.bar}>
        <Tabs.List style={{ flexWrap: 'nowrap' }}>
          <Tabs.Tab value="plan">Plan</Tabs.Tab>
          {hasRuns && <Tabs.Tab value="results">Results</Tabs.Tab>}
        </Tabs.List>
        <div className={classes.facts}>
          <span>{name}, not run</span>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={14} />}
            onClick={onClose}
          >
            Close plan
          </Button>
        </div>
      </div>
      <Tabs.Panel value="plan" className={classes.content}>
        {answer === null ? (
          <TableSkeleton rows={4} label="Planning" />
        ) : 'error' in answer ? (
          <ErrorState compact title="The query cannot be planned" error={answer.error} />
        ) : (
          <Steps steps={answer.steps} />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

function Steps({ steps }: { readonly steps: readonly QueryPlanStep[] }) {
  const total = steps.reduce((sum, { depth, cost }) => sum + (depth === 0 ? (cost ?? 0) : 0), 0);
  return (
    <div className={classes.table}>
      <div className={classes.tools}>
        <span className={profile.total}>
          About {formatCompact(total)} vertices and edges are looked at. Estimates from the numbers of
          vertices and edges, for one turn of each loop.
        </span>
      </div>
      <div className={profile.scroll} role="table" aria-label="Plan" tabIndex={0}>
        <div role="rowgroup" className={profile.head}>
          <div role="row" className={profile.planRow}>
            {HEADS.map((head, place) => (
              <span
                key={head}
                role="columnheader"
                className={profile.cell}
                data-number={place === STEP ? undefined : true}
              >
                {head}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {steps.map((step, index) => (
            <div key={index} role="row" className={profile.planRow} data-kind={step.kind}>
              <span role="cell" className={profile.cell} data-number data-dim>
                {step.line === 0 ? '' : step.line}
              </span>
              <span role="cell" className={profile.step} style={{ paddingLeft: 4 + step.depth * 18 }}>
                {step.kind !== 'statement' && <span className={profile.operator}>{step.operator}</span>}
                <code className={profile.text} title={step.text}>
                  {step.text}
                </code>
                {step.choices > 1 && (
                  <span className={profile.choices}>the likeliest of {step.choices} plans</span>
                )}
              </span>
              <Figure value={step.rowsIn} />
              <Figure value={step.rowsOut} />
              <Figure value={step.cost} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
