import { describe, expect, it } from 'vitest';
import { TERMS_VERSION, type UserMetadata } from './identity.ts';
import { needsWorkspace, termsAccepted, termsOutdated } from './onboarding.ts';
import { casesOf, Survey } from './survey.ts';

const accepted: UserMetadata = {
  accepted_tos: true,
  accepted_toc_version: TERMS_VERSION,
  last_visit_cloud: 'new',
};

it.each([
  [accepted, true, false],
  [{ ...accepted, accepted_toc_version: '1.0.0' }, false, true],
  [{ ...accepted, accepted_toc_version: null }, false, true],
  [{ ...accepted, accepted_tos: false }, false, false],
])('%j: terms accepted %s, to be accepted again %s', (metadata, isAccepted, isOutdated) => {
  expect([termsAccepted(metadata), termsOutdated(metadata)]).toEqual([isAccepted, isOutdated]);
});

it('leads to a first workspace only an administrator who has accepted and answered, and has none', () => {
  const admin = { name: 'org-admins', workgroup_id: null, workspace_id: null } as const;
  const all = { metadata: accepted, roles: [admin], marketingDone: true, hasWorkspace: false };
  expect(needsWorkspace(all)).toBe(true);
  for (const lacking of [
    { metadata: { ...accepted, accepted_tos: false } },
    { roles: [] },
    { marketingDone: false },
    { hasWorkspace: true },
  ]) {
    expect(needsWorkspace({ ...all, ...lacking }), JSON.stringify(lacking)).toBe(false);
  }
});

describe('the survey', () => {
  const full = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: 'Engines',
    role: 'Student',
    use_for: 'Initial Research',
    biz_use_case: ['Fraud'],
    savanna: true,
  };
  it.each([
    ['first_name', ' ', 'Please enter your first name.'],
    ['last_name', '', 'Please enter your last name.'],
    ['company', '', 'Please enter your company name.'],
    ['role', '', 'Please select your role.'],
    ['use_for', null, 'Please select how you are going to use the product.'],
    ['biz_use_case', [], 'Please input at least one use case.'],
    ['company', 'x'.repeat(101), 'must have at most 100 characters'],
  ])('refuses %s %j: %s', (field, value, message) => {
    const issues = Survey.safeParse({ ...full, [field]: value }).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });

  it('takes the text under Other apart at its commas, and only when Other is chosen', () => {
    expect(casesOf(['Fraud', 'Other'], ' Routing,, Parts lists ,Fraud')).toEqual([
      'Fraud',
      'Routing',
      'Parts lists',
    ]);
    expect(casesOf(['Fraud'], 'Routing')).toEqual(['Fraud']);
    expect(casesOf(['Other'], ' , ')).toEqual([]);
  });
});
