import { expect, test } from 'vitest';
import { inferType, proposeSchema, type Proposal, type SampledTable } from './index.ts';

/** A table of CSV text without quotes. */
function table(name: string, text: string, whole = true): SampledTable {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','));
  const columns = header.map((column, at) => ({
    name: column,
    ...inferType(rows.map((row) => row[at] ?? null)),
  }));
  return { name, columns, rows, whole };
}

const CUSTOMERS = table('customers', 'id,name,city\n1,Ann,Bonn\n2,Bo,Rome\n3,Cy,Bonn');
const ORDERS = table('orders', 'order_id,customer_id,total\n7,1,9.5\n8,3,2.5\n9,3,1');

/** `Customer(id) name:STRING` and `Order_Customer: Order -> Customer`, of what is proposed. */
function summary({ vertices, edges }: Proposal): string[] {
  const chosen = edges.filter((edge) => edge.chosen);
  const reached = new Set(chosen.flatMap(({ from, to }) => [from.vertex, to.vertex]));
  return [
    ...vertices
      .filter(({ name, table: of }) => of !== null || reached.has(name))
      .map(({ name, key, attributes }) =>
        [`${name}(${key.name})`, ...attributes.map((each) => `${each.name}:${each.type}`)].join(' '),
      ),
    ...chosen.map(({ name, from, to, attributes, discriminator }) =>
      [
        `${name}: ${from.vertex} -> ${to.vertex}`,
        ...attributes.map((each) => `${each.name}:${each.type}`),
        ...(discriminator.length === 0 ? [] : [`by ${discriminator.join()}`]),
      ].join(' '),
    ),
  ];
}

test.each<[string, readonly SampledTable[], readonly string[]]>([
  [
    'a reference by its name and its values',
    [CUSTOMERS, ORDERS],
    [
      'Customer(id) name:STRING city:STRING',
      'Order(order_id) total:DOUBLE',
      'Order_Customer: Order -> Customer',
    ],
  ],
  [
    'a reference of whole numbers by the name of the key, where that says what it is a key of',
    [
      table('books', 'isbn,title\n9780000000017,A\n9780000000024,B\n9780000000031,C'),
      table('loans', 'loan_id,isbn,days\n1,9780000000017,7\n2,9780000000031,9\n3,9780000000017,7'),
    ],
    ['Book(isbn) title:STRING', 'Loan(loan_id) days:INT', 'Loan_Isbn: Loan -> Book'],
  ],
  [
    'the ends of a table without a key, found in another',
    [
      table('airports', 'iata,city\nJFK,New York\nLAX,Los Angeles\nSFO,San Francisco'),
      table('flights-airport', 'origin,destination,count\nJFK,LAX,3\nLAX,JFK,3\nJFK,SFO,1'),
    ],
    ['Airport(iata) city:STRING', 'FlightsAirport: Airport -> Airport count:INT'],
  ],
  [
    'the ends of a table alone',
    [table('links', 'source,target,value\n1,2,5\n2,3,5\n1,3,7')],
    ['Node(id)', 'Link: Node -> Node value:INT'],
  ],
  [
    'a table that joins two others',
    [
      table('students', 'id,name\ns1,Ann\ns2,Bo\ns3,Cy'),
      table('courses', 'code,title\nc1,Maths\nc2,Art\nc3,Music'),
      table('enrolments', 'student,course,grade\ns1,c1,1\ns1,c2,2\ns2,c1,1\ns3,c3,3'),
    ],
    ['Student(id) name:STRING', 'Course(code) title:STRING', 'Enrolment: Student -> Course grade:INT'],
  ],
  [
    'a table that refers to itself',
    [table('staff', 'id,name,manager\n1,Ann,\n2,Bo,1\n3,Cy,1\n4,Di,2')],
    ['Staff(id) name:STRING', 'Staff_Manager: Staff -> Staff'],
  ],
  [
    'one table with values that repeat',
    [table('people', 'name,country\nAnn,DE\nBo,DE\nCy,FR\nDi,FR')],
    ['People(name) country:STRING', 'Country(name)', 'People_Country: People -> Country'],
  ],
  [
    'small numbers that happen to be keys elsewhere are no reference',
    [CUSTOMERS, table('readings', 'reading,level\nr1,1\nr2,2\nr3,3\nr4,1')],
    ['Customer(id) name:STRING city:STRING', 'Reading(reading) level:INT'],
  ],
  [
    'the key that another file holds under another name, before a name',
    [
      table(
        'schiffe',
        'name,nummer im register,flagge\nMöwe,IMO 1,DE\nStern,IMO 2,DK\nWind,IMO 3,DE\nElbe,IMO 4,PT',
      ),
      table('anlaufe', 'anlauf,vessel\nA1,IMO 1\nA2,IMO 3\nA3,IMO 2\nA4,IMO 1'),
    ],
    [
      'Schiffe(nummer_im_register) name:STRING flagge:STRING',
      'Anlaufe(anlauf)',
      'Anlaufe_Vessel: Anlaufe -> Schiffe',
    ],
  ],
  [
    'a table that refers to itself by texts, under a name of no meaning',
    [table('events', 'id,after\ne1,\ne2,e1\ne3,e1\ne4,e2\ne5,e3')],
    ['Event(id)', 'Event_After: Event -> Event'],
  ],
  [
    'what tells edges between the same two vertices apart',
    [table('transfers', 'from,to,amount,at\n1,2,5,2026-01-01\n1,2,7,2026-01-02\n2,3,5,2026-01-02')],
    ['Node(id)', 'Transfer: Node -> Node at:DATETIME amount:INT by at'],
  ],
  ['numbered ends', [table('links', 'id_1,id_2\n1,2\n2,3\n1,3')], ['Node(id)', 'Link: Node -> Node']],
  [
    'answers, which are no vertices',
    [table('people', 'name,active,country\nAnn,Yes,DE\nBo,No,DE\nCy,Yes,FR\nDi,No,FR')],
    ['People(name) active:STRING country:STRING', 'Country(name)', 'People_Country: People -> Country'],
  ],
  ['a table without rows', [table('empty', 'a,b')], ['Empty(a) b:STRING']],
])('%s', (_, tables, expected) => {
  expect(summary(proposeSchema(tables))).toEqual(expected);
});

test('letters of other alphabets that are near to Latin ones', () => {
  const { vertices } = proposeSchema([table('Straßen', 'id,Größe,Ærø,Łódź\na,1,2,3\nb,1,2,3\nc,1,2,3')]);
  expect(vertices[0]?.name).toBe('Strassen');
  expect(vertices[0]?.attributes.map(({ name }) => name)).toEqual(['Grosse', 'Aero', 'Lodz']);
});

test('every proposal has a reason and a confidence', () => {
  const { vertices, edges } = proposeSchema([CUSTOMERS, ORDERS]);
  expect(vertices[0]).toMatchObject({
    confidence: 0.98,
    reason: 'Its values differ in all 3 rows, and its name is that of a key.',
  });
  expect(edges.find((edge) => edge.chosen)).toMatchObject({
    confidence: 0.95,
    reason: '100 % of its values are id of customers, and its name says so.',
  });
  const [unsure] = proposeSchema([table('t', 'a,b\nx,1\nx,1\ny,2')]).vertices;
  expect(unsure).toMatchObject({
    confidence: 0.2,
    reason: 'No column tells the rows apart: rows of the same a become one vertex.',
  });
});

test('names are valid, single and not reserved', () => {
  const tables = [table('2026 Übersicht', '1st,1st,from\nx,2,3\ny,3,4'), table('2026-übersicht', 'id\na\nb')];
  const { vertices } = proposeSchema(tables, (name) => name === 'from');
  expect(vertices.map(({ name }) => name)).toEqual(['_2026Ubersicht', '_2026Ubersicht_2']);
  expect(vertices[0]?.key.name).toBe('_1st');
  expect(vertices[0]?.attributes.map(({ name }) => name)).toEqual(['_1st_2', 'from_']);
});

test('a few rows that repeat a key do not make a name the key', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `E ${at},Person ${at},E ${Math.floor(at / 5)}`);
  const { vertices, edges } = proposeSchema([
    table('employees', ['Employee ID,Name,Manager', ...rows, 'E 7,Person 30,E 1'].join('\n')),
  ]);
  expect(vertices[0]).toMatchObject({
    key: { name: 'Employee_ID' },
    reason:
      'Its name is that of a key, but its values differ in 30 of 31 rows only: rows of the same Employee ID become one vertex.',
  });
  expect(edges[0]).toMatchObject({ name: 'Employee_Manager', chosen: true });
});

test('says how many edges are left where rows have the same ends and nothing tells them apart', () => {
  const { edges } = proposeSchema([table('links', 'from,to,weight\n1,2,0.5\n1,2,0.7\n2,3,0.5')]);
  expect(edges[0]).toMatchObject({
    discriminator: [],
    reason: 'Each row joins a from and a to. Rows of the same two become one edge: 3 rows make 2.',
  });
});
