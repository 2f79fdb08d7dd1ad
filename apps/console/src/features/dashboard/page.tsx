/** `/dashboard/…`: the installation over all organisations, for its operators (specification part 1, section 2.1). */
import { t } from '@acacia/texts';
import { PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentType } from 'react';
import { useMe } from '../../data/me.ts';
import { NotFoundPage } from '../../shell/full-page/NotFoundPage.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import classes from './dashboard.module.css';
import { placeOf, SECTIONS, type Place, type SectionPath } from './sections.ts';
import { BillingSection } from './BillingSection.tsx';
import { ConfigurationSection } from './ConfigurationSection.tsx';
import { MetricsSection } from './MetricsSection.tsx';
import { OrganizationsSection } from './OrganizationsSection.tsx';
import { ProvidersSection } from './ProvidersSection.tsx';
import { WorkspacesSection } from './WorkspacesSection.tsx';

const PARTS: Readonly<Record<SectionPath, ComponentType<{ readonly id: string }>>> = {
  workspace: WorkspacesSection,
  org: OrganizationsSection,
  billing: BillingSection,
  'cloud-providers': ProvidersSection,
  grafana: MetricsSection,
  configurations: ConfigurationSection,
};

export function Page() {
  const address = useParams({ from: '/shell/dashboard/$', select: ({ _splat }) => _splat ?? '' });
  const place = placeOf(address);
  return place === undefined ? <NotFoundPage /> : <Dashboard place={place} />;
}

function Dashboard({ place: { section, id } }: { readonly place: Place }) {
  const { permissions } = useMe();
  useDocumentTitle(t`${section.label}, operator's dashboard`);
  const allowed = SECTIONS.filter((each) => each.isAllowed(permissions));
  if (!section.isAllowed(permissions)) {
    // Who may not see workspaces has the pages of organisations.
    const [first] = allowed;
    return section.path === 'workspace' && first !== undefined ? (
      <Navigate to="/dashboard/$" params={{ _splat: first.path }} replace />
    ) : (
      <Navigate to="/noPermission" replace />
    );
  }
  const Part = PARTS[section.path];
  return (
    <PageBody>
      <PageHeader
        title="Operator's dashboard"
        description="Everything that runs on this installation, over all organizations: never the data in it."
      >
        <Sections allowed={allowed} current={section.path} />
      </PageHeader>
      <LoadBoundary
        key={`${section.path}/${id}`}
        what={section.label}
        skeleton={<PageSkeleton label="Loading" />}
      >
        <Part id={id} />
      </LoadBoundary>
    </PageBody>
  );
}

interface SectionsProps {
  readonly allowed: readonly Place['section'][];
  readonly current: SectionPath;
}

/** Links to the sections; without room for all the row scrolls, with the current one in sight. */
function Sections({ allowed, current }: SectionsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    // `scrollIntoView` would scroll the page to the row too.
    if (row.current !== null && link !== null && link !== undefined)
      row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft;
  }, [current]);
  return (
    <nav ref={row} className={classes.sections} aria-label="Operator's dashboard">
      {allowed.map(({ path, label }) => (
        <Link
          key={path}
          to="/dashboard/$"
          params={{ _splat: path }}
          className={classes.section}
          aria-current={path === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
