/** The texts of the user agreement. A change of what they say needs another `TERMS_VERSION` in the contract. */

import { t } from '@acacia/texts';

interface Section {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** The banner and the tabs in the specification's own words (part 1, section 2.3). */
export const UPDATED = t`User Agreement Updated`;

const TERMS: readonly Section[] = [
  {
    title: t`What this is`,
    paragraphs: [
      t`Acacia is open software for graph databases, under the Apache License 2.0. It runs on a machine of the person or company that installed it: the operator. You use this installation by agreement with the operator; the authors of the software are no party to it.`,
    ],
  },
  {
    title: t`Your account`,
    paragraphs: [
      t`Keep your password, access tokens and keys to yourself. What is done with them counts as done by you. Tell an administrator of your organization when somebody else may know them.`,
      t`Changes that you make are recorded in the audit log, which administrators of your organization can read.`,
    ],
  },
  {
    title: t`Your data`,
    paragraphs: [
      t`Data, schemas and queries that you bring stay yours. Bring only what you have the right to. The operator has the machine in hand, and so can reach what is stored on it.`,
      t`Backups are those that you or your administrators take or schedule. Nothing else promises that data can be brought back.`,
    ],
  },
  {
    title: t`Fair use`,
    paragraphs: [
      t`Stay within the roles and limits that you were given. Do not try to reach accounts or data of others, and do not disturb the work of others on the same machine.`,
    ],
  },
  {
    title: t`Prices`,
    paragraphs: [
      t`Prices in the console are those of the catalog that the operator has set. Whether and how they are charged is between your organization and the operator.`,
    ],
  },
  {
    title: t`No warranty`,
    paragraphs: [
      t`The software is provided as it is, without warranty of any kind, as its license says. What the operator promises beyond that, such as hours of service, the operator says elsewhere.`,
    ],
  },
  {
    title: t`End and changes`,
    paragraphs: [
      t`An administrator or the operator can end your access, and you can stop using the installation at any time. When these terms change, you are asked again at your next visit.`,
    ],
  },
];

const PRIVACY: readonly Section[] = [
  {
    title: t`What is stored about you`,
    paragraphs: [
      t`Your e-mail address, your name and your roles. Your password only as a hash, and not at all where another identity provider signs you in. When you signed in and what you changed, with the address and the browser that it came from. That you accepted this agreement, and your answers to the survey.`,
      t`Data that you load and queries that you write are stored in the databases and workspaces of your organization. Logs of a workspace are kept for up to 15 days where its workgroup collects them.`,
    ],
  },
  {
    title: t`Where it is stored`,
    paragraphs: [
      t`On the machine and in the database that the operator has set up, and in the store of backups that the operator has chosen.`,
    ],
  },
  {
    title: t`What leaves the machine`,
    paragraphs: [
      t`Nothing goes to the authors of the software: there is no telemetry, and pages load nothing from third parties. What does leave goes where the operator or your administrators sent it: mails by the configured mail server, backups to the configured store, sign-ins at a configured identity provider, reads of the data sources that you name, and questions to the language model that an administrator has set up for the co-pilot.`,
    ],
  },
  {
    title: t`In your browser`,
    paragraphs: [
      t`A cookie holds your session, for 14 days after its last use; others help with signing in, and to tell your browser from strangers who guess passwords. Settings of pages and texts of the editor are in the storage of your browser.`,
    ],
  },
  {
    title: t`Who can see it`,
    paragraphs: [
      t`Administrators of your organization see its people, their roles and the audit log. The operator can reach all that is stored.`,
    ],
  },
  {
    title: t`Your rights`,
    paragraphs: [
      t`Ask an administrator of your organization, or the operator, to see, correct or delete what is stored about you.`,
    ],
  },
];

export const AGREEMENT = [
  { value: 'terms', name: t`Terms & Conditions`, sections: TERMS },
  { value: 'privacy', name: t`Privacy Policy`, sections: PRIVACY },
] as const;
