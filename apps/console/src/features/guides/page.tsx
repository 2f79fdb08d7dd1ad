/** `/guides/$guide`: one guide for users, beside the list of all guides. */
import { t } from '@acacia/texts';
import { EmptyState, PageBody, PageHeader } from '@acacia/ui';
import { IconBook2 } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { GUIDES, type Guide } from '../../data/guides.ts';
import classes from './Guides.module.css';
import { GuideSearch } from './GuideSearch.tsx';
import { GuideText } from './GuideText.tsx';

export function Page() {
  const name = useParams({ strict: false, select: (parameters) => parameters.guide });
  const guide = GUIDES.find((each) => each.name === name);
  useDocumentTitle(guide?.title ?? t`Guides`);
  if (guide === undefined) {
    return (
      <PageBody>
        <EmptyState
          page
          icon={<IconBook2 size={22} stroke={1.6} />}
          title="No such guide"
          description={`There is no guide named '${name ?? ''}' in this version.`}
          action={
            <LinkButton to="/guides/$guide" params={{ guide: 'gsql' }}>
              Open the guides
            </LinkButton>
          }
        />
      </PageBody>
    );
  }
  return (
    <PageBody>
      <div className={classes.page}>
        <nav aria-label="Guides" className={classes.list}>
          <GuideSearch />
          {GUIDES.map((each) => (
            <GuideEntry key={each.name} guide={each} open={each === guide} />
          ))}
        </nav>
        <article className={classes.article}>
          <PageHeader title={guide.title} />
          <GuideText text={guide.text} anchors={guide.anchors} />
        </article>
      </div>
    </PageBody>
  );
}

/** A guide in the list; the open one with its sections. */
function GuideEntry({ guide, open }: { readonly guide: Guide; readonly open: boolean }) {
  return (
    <div>
      <Link to="/guides/$guide" params={{ guide: guide.name }} hash="" className={classes.entry}>
        {guide.title}
      </Link>
      {open &&
        guide.sections.map(({ heading, anchor }) => (
          <Link
            key={anchor}
            to="/guides/$guide"
            params={{ guide: guide.name }}
            hash={anchor}
            className={classes.section}
            activeProps={{}}
          >
            {heading}
          </Link>
        ))}
    </div>
  );
}
