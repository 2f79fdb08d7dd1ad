/** Which picture a vertex type has: the one that a person chose, else one that its name suggests. */

/** Stored for a type that a person wants to have no picture. */
export const NO_PICTURE = 'none';

/** Words of names, in the singular, by the picture that they suggest (names of `type-icons.tsx`). */
const WORDS: Readonly<Record<string, string>> = {
  atom: 'chemical compound element gene genome ingredient material molecule protein substance',
  bank: 'bank lender treasury',
  barcode: 'barcode sku variant',
  bell: 'alarm alert notification subscription',
  book: 'book chapter library literature',
  bolt: 'charger power substation',
  box: 'container inventory item lot module parcel stocking',
  briefcase: 'advisor business career job occupation opportunity position profession',
  bug: 'bug defect error fault failure issue',
  building:
    'branch building company corporation department employer enterprise entity firm institution office organisation organization publisher studio vendor',
  calendar:
    'anniversary appointment birthday booking date day dob event holiday month period reservation schedule season week year',
  car: 'auto car vehicle',
  card: 'card creditcard',
  cart: 'basket cart checkout purchase shopping',
  category: 'category class genre industry kind pool segment taxonomy type',
  certificate: 'certificate certification degree diploma license licence qualification warranty',
  chart: 'indicator kpi metric measure statistic score',
  clock: 'hour minute session shift slot time timestamp',
  cloud: 'cloud',
  code: 'api code commit function method repository script software',
  coin: 'balance bond budget cash charge coin currency fee fund income investment loan money payment price refund revenue salary stock transaction transfer',
  cpu: 'chip component cpu part processor sensor',
  database: 'column data database dataset storage table array schema',
  device: 'android computer device handset iphone laptop mobile phonenumber smartphone tablet terminal',
  document:
    'application article attachment claim contract document file filing form invoice page paper patent policy publication record report',
  factory: 'factory facility manufacturer mill plant producer supplier',
  flag: 'campaign country flag lead milestone nation sanction watchlist',
  heart: 'diagnosis disease favorite favourite health heart illness like symptom',
  home: 'address apartment estate home house property residence room',
  hospital: 'clinic hospital ward',
  id: 'id identity identifier passport ssn',
  key: 'credential key password secret token',
  leaf: 'crop field flower harvest leaf species tree',
  link: 'connection hyperlink link reference relation url',
  mail: 'email mail mailbox newsletter',
  message: 'chat comment conversation feedback message note post question reply review sms tweet',
  movie: 'film movie series show title video',
  music: 'album artist band music song track',
  network: 'gateway ip lan network router subnet switch wifi',
  package: 'commodity good lun package product shipment',
  paw: 'animal breed pet',
  phone: 'call fax phone telephone',
  photo: 'image photo picture',
  pill: 'dose drug medication medicine pill prescription treatment',
  place:
    'area city county district location municipality place region site spot state stop suburb town venue village zip zipcode postcode postalcode',
  plane: 'airline airplane airport aircraft flight plane',
  receipt: 'bill order quote receipt sale',
  school: 'college course education faculty lecture school student subject training university',
  server: 'host hypervisor machine server vm',
  shield: 'control firewall insurance insurer protection risk rule security threat vulnerability',
  ship: 'port ship vessel',
  star: 'award grade rank rating service skill star',
  store: 'dealer hotel market marketplace merchant outlet restaurant retailer seller shop store supermarket',
  tag: 'attribute brand feature hashtag keyword label name tag topic',
  ticket: 'case complaint incident request task ticket',
  tool: 'equipment instrument maintenance repair tool',
  train: 'line railway station train tram metro subway',
  trophy: 'championship competition game league match tournament trophy',
  truck: 'carrier courier delivery distributor lorry shipper transport truck',
  user: 'actor agent applicant author buyer candidate citizen client contact customer director doctor driver employee farmer friend grower holder individual manager member nurse owner party passenger patient people person player politician profile recipient sender staff subscriber teacher tenant user victim visitor worker',
  users: 'audience cluster cohort community crew family group household membership club squad team',
  wallet: 'account portfolio wallet',
  warehouse: 'depot warehouse',
  world: 'continent domain internet language planet web webpage website world',
};

/** Names of pictures by the words that suggest them. */
export const PICTURES: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([picture, words]) =>
    words.split(' ').map((word) => [word, picture] as const),
  ),
);

/** Lower-case words of a name: `Bank_Account` and `BankAccounts` have two. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$& ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A word and what may be its singular. */
const forms = (word: string): readonly string[] => [
  word,
  word.replace(/ies$/, 'y'),
  word.replace(/es$/, ''),
  word.replace(/s$/, ''),
];

/** The last word of a name says the most: a `Product_Category` is a category. '' where no word is known. */
function suggested(name: string): string {
  const words = wordsOf(name);
  for (const word of [words.join(''), ...words.toReversed()]) {
    const form = forms(word).find((each) => PICTURES.has(each));
    if (form !== undefined) return PICTURES.get(form) ?? '';
  }
  return '';
}

/**
 * The name of a type's picture, which `TypeMark` draws.
 * @param chosen as stored with the graph; undefined or '': nobody has chosen
 */
export const pictureOf = (chosen: string | undefined, type: string): string =>
  chosen === undefined || chosen === '' ? suggested(type) : chosen;
