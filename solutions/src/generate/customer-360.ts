/**
 * Business customers of a bank: accounts, contacts, leads, campaigns, opportunities and conversations of one year.
 * Planted: a group of firms under one holding (`ACC0001`), a pair of campaigns that wins (`CMP001` then `CMP003`), a
 * customer about to leave (`ACC0010`), one who lacks what all alike have (`ACC0020`), and a contact whose word counts
 * (`CON00001`).
 */
import { dateTime, midnight } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits } from './ids.ts';
import { personOf } from './persons.ts';
import { Chance } from './random.ts';
import { LAST_NAMES, STREETS } from './words.ts';

type Row = (string | number)[];

const INDUSTRIES = [
  'manufacturing',
  'retail',
  'logistics',
  'health',
  'energy',
  'software',
  'construction',
  'farming',
];
const SOURCES = ['web', 'referral', 'branch', 'event', 'partner'];
const CONVERSION: Readonly<Record<string, number>> = {
  web: 0.08,
  referral: 0.4,
  branch: 0.2,
  event: 0.15,
  partner: 0.25,
};
const PRODUCTS = [
  'current_account',
  'credit_line',
  'term_loan',
  'card_programme',
  'trade_finance',
  'treasury',
  'leasing',
  'insurance',
];
const CHANNELS = ['mail', 'event', 'webinar', 'phone', 'letter'];
const TITLES = ['chief_financial_officer', 'treasurer', 'controller', 'owner', 'buyer', 'assistant'];
const STAGES = ['prospecting', 'proposal', 'negotiation'];

/** Products that an industry usually holds: the same four for all of it. */
const usual = (industry: number): number[] => [0, 1 + (industry % 3), 4 + (industry % 2), 6 + (industry % 2)];

const accountId = (at: number): string => `ACC${digits(at + 1, 4)}`;
const contactId = (at: number): string => `CON${digits(at + 1, 5)}`;
const moment = (chance: Chance, from = 0, to = 364): number =>
  midnight(chance.int(from, to)) + chance.int(8, 17) * 3600 + chance.int(0, 3599);

function holdingsOf(chance: Chance, accounts: number): Row[] {
  return Array.from({ length: accounts }, (_, at) => at).flatMap((at) => {
    const industry = at % INDUSTRIES.length;
    const held = new Set(usual(industry).filter(() => chance.happens(0.85)));
    if (chance.happens(0.3)) held.add(chance.int(0, PRODUCTS.length - 1));
    // All alike have the third of the usual products, but this account does not.
    if (at !== 19 && industry === 19 % INDUSTRIES.length) held.add(usual(industry)[2] ?? 0);
    if (at === 19) {
      held.clear();
      for (const product of usual(industry)) if (product !== usual(industry)[2]) held.add(product);
    }
    if (at < 6 || held.size === 0) held.add(0);
    return [...held]
      .sort()
      .map((product): Row => [
        accountId(at),
        PRODUCTS[product] ?? '',
        Math.round(chance.around(200_000, 0.8)),
        dateTime(midnight(-chance.int(1, 3000))),
      ]);
  });
}

/** Members of campaigns; who was reached by the first and then the third campaign mostly signs. */
function campaignsOf(chance: Chance, contacts: number, count: number, campaigns: number) {
  const members: Row[] = [];
  const winners: number[] = [];
  const add = (contact: number, campaign: number, at: number, status: string): void => {
    members.push([
      `M${digits(members.length + 1, 6)}`,
      contactId(contact),
      `CMP${digits(campaign + 1, 3)}`,
      status,
      dateTime(at),
      at,
    ]);
  };
  for (let contact = 1; contact < contacts && winners.length < contacts / 16; contact += 12) {
    add(contact, 0, moment(chance, 10, 40), 'responded');
    add(contact, 2, moment(chance, 60, 90), 'responded');
    winners.push(contact);
  }
  while (members.length < count) {
    const campaign = chance.int(1, campaigns - 1);
    const start = Math.floor((campaign * 300) / campaigns);
    add(
      chance.int(0, contacts - 1),
      campaign === 2 ? 1 : campaign,
      moment(chance, start, start + 40),
      chance.happens(0.3) ? 'responded' : 'sent',
    );
  }
  return { members, winners };
}

/** Opportunities of contacts: id, account, contact, stage, amount, created, closed. */
function opportunitiesOf(
  chance: Chance,
  count: number,
  contacts: number,
  accounts: number,
  winners: readonly number[],
): Row[] {
  const rows: Row[] = [];
  const add = (contact: number, stage: string, created: number): void => {
    const closed =
      stage === 'won' || stage === 'lost'
        ? dateTime(created + chance.int(5, 60) * 86_400)
        : '1970-01-01 00:00:00';
    rows.push([
      `OPP${digits(rows.length + 1, 5)}`,
      accountId(contact % accounts),
      contactId(contact),
      stage,
      Math.round(chance.around(60_000, 0.9)),
      dateTime(created),
      created,
      closed,
    ]);
  };
  for (let deal = 0; deal < 12; deal++) add(0, deal === 11 ? 'lost' : 'won', moment(chance, 20, 300));
  for (const winner of winners) add(winner, chance.happens(0.85) ? 'won' : 'lost', moment(chance, 100, 130));
  while (rows.length < count) {
    const contact = chance.int(1, contacts - 1);
    const stage = chance.happens(0.5) ? chance.pick(STAGES) : chance.happens(0.3) ? 'won' : 'lost';
    add(contact, stage, moment(chance));
  }
  return rows;
}

function interactionsOf(chance: Chance, count: number, contacts: number, accounts: number): Row[] {
  const rows: Row[] = [];
  const add = (contact: number, kind: string, sentiment: number, at: number): void => {
    rows.push([`INT${digits(rows.length + 1, 6)}`, contactId(contact), kind, sentiment, dateTime(at), at]);
  };
  // The contacts of one customer complain in the last months.
  for (let complaint = 0; complaint < 7; complaint++)
    add(9 + (complaint % 2) * accounts, 'complaint', -chance.int(3, 5), moment(chance, 290, 364));
  while (rows.length < count) {
    const contact = chance.int(0, contacts - 1);
    const complains = chance.happens(0.06);
    add(
      contact,
      complains ? 'complaint' : chance.pick(['call', 'meeting', 'mail']),
      complains ? -chance.int(1, 5) : chance.int(-1, 5),
      moment(chance),
    );
  }
  return rows;
}

/** @param scale 1 gives 2,500 accounts with 8,000 contacts, 40,000 members of campaigns and 6,000 opportunities */
export function customer360Data(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'customers');
  const accounts = Math.max(100, Math.round(2500 * scale));
  const contacts = Math.max(accounts * 2, Math.round(8000 * scale));
  const campaigns = 40;
  const { members, winners } = campaignsOf(chance, contacts, Math.round(40_000 * scale), campaigns);
  const advisors = Math.max(6, Math.round(60 * scale));
  const referrals = new Map<string, Row>();
  for (let at = 1; at < contacts; at += 2) {
    const to = chance.happens(0.15) ? 0 : chance.int(0, at - 1);
    referrals.set(`${at}`, [contactId(at), contactId(to)]);
  }
  const owned: Row[] = [
    ['ACC0001', 'ACC0002', 1],
    ['ACC0001', 'ACC0003', 0.8],
    ['ACC0002', 'ACC0004', 0.6],
    ['ACC0003', 'ACC0005', 0.5],
    ['ACC0004', 'ACC0006', 1],
  ];
  for (let at = 30; at + 1 < accounts; at += 10)
    owned.push([accountId(at), accountId(at + 1), (chance.int(5, 10) / 10).toFixed(1)]);
  return [
    dataFileOf(
      'accounts',
      ['id', 'name', 'industry', 'employees', 'revenue', 'advisor'],
      Array.from({ length: accounts }, (_, at): Row => [
        accountId(at),
        `${chance.pick(LAST_NAMES)} ${chance.pick(STREETS)} ${at === 0 ? 'Holding' : 'Ltd'}`,
        INDUSTRIES[at % INDUSTRIES.length] ?? '',
        Math.round(chance.around(80, 1)),
        Math.round(chance.around(5e6, 1)),
        `ADV${digits(1 + (at % advisors), 3)}`,
      ]),
    ),
    dataFileOf('ownership', ['owner', 'owned', 'share'], owned),
    dataFileOf('holdings', ['account', 'product', 'balance', 'since'], holdingsOf(chance, accounts)),
    dataFileOf(
      'contacts',
      ['id', 'name', 'title', 'email', 'account'],
      Array.from({ length: contacts }, (_, at): Row => {
        const { first, last, email } = personOf(chance, at);
        return [contactId(at), `${first} ${last}`, chance.pick(TITLES), email, accountId(at % accounts)];
      }),
    ),
    dataFileOf('referrals', ['contact', 'referred_by'], [...referrals.values()]),
    dataFileOf(
      'leads',
      ['id', 'source', 'status', 'created_at', 'contact'],
      Array.from({ length: Math.round(6000 * scale) }, (_, at): Row => {
        const source = chance.pick(SOURCES);
        const converted = chance.happens(CONVERSION[source] ?? 0);
        return [
          `L${digits(at + 1, 5)}`,
          source,
          converted ? 'converted' : chance.pick(['open', 'closed']),
          dateTime(moment(chance)),
          converted ? contactId(chance.int(0, contacts - 1)) : '',
        ];
      }),
    ),
    dataFileOf(
      'campaigns',
      ['id', 'name', 'channel', 'started_at', 'cost'],
      Array.from({ length: campaigns }, (_, at): Row => [
        `CMP${digits(at + 1, 3)}`,
        `${chance.pick(STREETS)} ${CHANNELS[at % CHANNELS.length] ?? ''}`,
        CHANNELS[at % CHANNELS.length] ?? '',
        dateTime(midnight(Math.floor((at * 300) / campaigns))),
        chance.int(5, 60) * 1000,
      ]),
    ),
    dataFileOf('members', ['id', 'contact', 'campaign', 'status', 'touched_at', 'unix_time'], members),
    dataFileOf(
      'opportunities',
      ['id', 'account', 'contact', 'stage', 'amount', 'created_at', 'unix_time', 'closed_at'],
      opportunitiesOf(chance, Math.round(6000 * scale), contacts, accounts, winners),
    ),
    dataFileOf(
      'interactions',
      ['id', 'contact', 'kind', 'sentiment', 'happened_at', 'unix_time'],
      interactionsOf(chance, Math.round(15_000 * scale), contacts, accounts),
    ),
  ];
}
