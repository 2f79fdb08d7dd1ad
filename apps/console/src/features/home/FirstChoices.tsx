/** The two ways to a first graph, for an organisation without workspaces. */
import { said, t } from '@acacia/texts';
import { NO_CREATE_RIGHT } from '@acacia/contract';
import { Heading, Notice } from '@acacia/ui';
import { IconFileImport, IconShieldSearch, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../data/me.ts';
import { WORD_NAMES, WORDS } from '../../data/words.ts';
import classes from './FirstChoices.module.css';

interface Choice {
  readonly source: 'fraud' | 'files';
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

const CHOICES: readonly Choice[] = [
  {
    source: 'fraud',
    icon: IconShieldSearch,
    title: t`Try a fraud graph`,
    text: t`A workspace with a year of invented card payments, and a guide that leads from one card to a ring of fraud.`,
  },
  {
    source: 'files',
    icon: IconFileImport,
    title: t`Bring my own files`,
    text: t`CSV, JSON or Parquet. A schema is proposed from what is in them; the graph is there to explore a minute later.`,
  },
];

const WORDS_IN_ORDER = ['workgroup', 'workspace', 'database', 'graph'] as const;

export default function FirstChoices() {
  const may = useCan()('workgroup.create');
  if (!may) {
    return (
      <Notice tone="info" title="There is no workspace for you yet">
        {said(NO_CREATE_RIGHT)}. Ask an administrator of your organization for access to one.
      </Notice>
    );
  }
  return (
    <section aria-label="Begin here">
      <Heading>Begin here</Heading>
      <ul className={classes.choices}>
        {CHOICES.map(({ source, icon: ChoiceIcon, title, text }) => (
          <li key={source}>
            <Link
              to="/onboarding/setting-up-workspace"
              search={{ source }}
              className={classes.choice}
              preload={false}
            >
              <span className={classes.icon} aria-hidden="true">
                <ChoiceIcon size={26} stroke={1.5} />
              </span>
              <span>
                <span className={classes.title}>{title}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <dl className={classes.words} aria-label="Words">
        {WORDS_IN_ORDER.map((word) => (
          <div key={word}>
            <dt>{WORD_NAMES[word]}</dt>
            <dd>{WORDS[word]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
