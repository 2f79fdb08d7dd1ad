/** One entry of the audit log, with its values before and after. */
import { said, t } from '@acacia/texts';
import type { AuditEntry } from '@acacia/contract';
import { CopyableId, EmptyState, ErrorState, Facts, formatDateTime, PageSkeleton } from '@acacia/ui';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useAuditEntry } from './audit-log.ts';
import classes from './audit-log.module.css';
import { differencesOf, isChanged, type Difference } from './differences.ts';
import { Outcome } from './Outcome.tsx';
import { ResourceName } from './ResourceName.tsx';
import { actionWords, resourceParts } from './words.ts';

interface EntryDialogProps {
  readonly id: string;
  /** The entry, where the list has it. */
  readonly listed: AuditEntry | undefined;
  readonly onClose: () => void;
}

export function EntryDialog({ id, listed, onClose }: EntryDialogProps) {
  const { entry, error, refetch } = useAuditEntry(id, listed);
  const title = entry === undefined || entry === null ? t`Entry ${id}` : actionWords(entry.action);
  return (
    <Modal opened onClose={onClose} title={title} size={720}>
      {entry === undefined ? (
        error === null ? (
          <PageSkeleton />
        ) : (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        )
      ) : entry === null ? (
        <EmptyState
          compact
          title="No such entry"
          description={`There is no entry ${id} in the audit log of your organization. Failed sign-ins are deleted after 90 days.`}
        />
      ) : (
        <Entry entry={entry} />
      )}
    </Modal>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { id } = resourceParts(entry.resource);
  const facts = [
    { label: t`Time`, value: <time dateTime={entry.at}>{formatDateTime(entry.at)}</time> },
    { label: t`Person`, value: said(entry.actor) },
    ...(entry.actor_id === null
      ? []
      : [{ label: t`Account`, value: <CopyableId value={entry.actor_id} label="account ID" /> }]),
    { label: t`Resource`, value: <ResourceName entry={entry} /> },
    ...(id === '' ? [] : [{ label: t`Resource ID`, value: <CopyableId value={id} label="resource ID" /> }]),
    { label: t`Outcome`, value: <Outcome outcome={entry.outcome} /> },
    { label: t`Address`, value: entry.address === '' ? '—' : entry.address },
    { label: t`Entry`, value: entry.id },
    { label: t`Call`, value: <code className={classes.id}>{entry.action}</code> },
  ];
  return (
    <div className={classes.entry}>
      {entry.message !== '' && <p className={classes.message}>{entry.message}</p>}
      <Facts facts={facts} />
      {entry.user_agent !== '' && <Facts facts={[{ label: t`Program`, value: entry.user_agent }]} />}
      <Differences differences={differencesOf(entry.before, entry.after)} />
    </div>
  );
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const [whole, setWhole] = useState(false);
  const changed = differences.filter(isChanged);
  const same = differences.length - changed.length;
  if (differences.length === 0) return <p className={classes.dim}>No values changed.</p>;
  const shown = whole ? differences : changed;
  return (
    <div>
      <div className={classes.scroll} role="region" aria-label="Changes" tabIndex={0}>
        <table className={classes.differences}>
          <caption className={classes.unseen}>Changes</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((difference) => (
              <tr key={difference.field}>
                <th scope="row">{difference.field === '' ? 'Value' : difference.field}</th>
                <Value text={difference.before} mark={isChanged(difference) ? 'old' : undefined} />
                <Value text={difference.after} mark={isChanged(difference) ? 'new' : undefined} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {same > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={8} onClick={() => setWhole(!whole)}>
          {whole
            ? 'Hide unchanged fields'
            : same === 1
              ? 'Show 1 unchanged field'
              : `Show ${same} unchanged fields`}
        </Button>
      )}
    </div>
  );
}

function Value({ text, mark }: { readonly text: string | null; readonly mark: 'old' | 'new' | undefined }) {
  if (text === null) return <td className={classes.dim}>—</td>;
  return (
    <td data-mark={mark}>
      <span className={classes.value}>{text === '' ? 'empty' : text}</span>
    </td>
  );
}
