/**
 * A social network in the style of LDBC SNB, generated: the same for the same number of persons and seed.
 *
 * Like LDBC: the kinds of vertices and edges, friendships with a date and a long tail of degrees, friends that often
 * live in the same country, posts in forums, trees of replies that are younger than the messages they answer, likes,
 * skewed tags. Unlike LDBC: dates are days since 1970 as whole numbers; comments are called remarks; there are no
 * organisations, no classes of tags and no likes of remarks; texts are lengths only; activity does not depend on
 * events, nor the day of a message on the friendships of its author; degrees follow a Pareto distribution and not
 * Facebook's; numbers per person are those of a small scale factor.
 */
import { CsvFile } from './csv.ts';
import { below, drawFrom, skewed, tailed, type Draw } from './draw.ts';
import { EDGES, FIRST_DAY, LAST_DAY, VERTICES } from './social-tables.ts';

/** Persons by size; there are some 60 vertices and edges per person and 100 edges. */
export const SOCIAL_SIZES = { small: 2_000, medium: 10_000, large: 60_000 } as const;

const COUNTRIES = 40;
const CITIES_A_COUNTRY = 12;
const TAGS = 1_000;
const BROWSERS = ['Firefox', 'Chrome', 'Safari', 'Edge', 'Opera'];
const LANGUAGES = ['en', 'zh', 'es', 'de', 'fr', 'pt', 'ar', 'ru', 'ja', 'hi', 'tr', 'pl'];
const NAMES = 300;
const FRIENDS_MEAN = 9;
const POSTS_A_PERSON = 8;
const REMARKS_A_PERSON = 16;
const LIKES_A_PERSON = 20;

type Tables = Readonly<Record<string, CsvFile>>;

/** Writes a CSV file per table; returns their paths by the table's name, and the number of rows of each. */
export function writeSocialNetwork(
  folder: string,
  persons: number,
  seed = 1,
): { readonly files: Readonly<Record<string, string>>; readonly rows: Readonly<Record<string, number>> } {
  const tables: Record<string, CsvFile> = {};
  for (const { name, columns } of VERTICES) {
    tables[name] = new CsvFile(folder, name, ['id', ...Object.keys(columns)].join(','));
  }
  for (const { name, columns } of EDGES) {
    tables[name] = new CsvFile(folder, name, ['from', 'to', ...Object.keys(columns)].join(','));
  }
  const draw = drawFrom(seed);
  placesAndTags(tables);
  const countryOf = people(tables, persons, draw);
  friendships(tables, countryOf, draw);
  const forums = groups(tables, persons, draw);
  messages(tables, persons, forums, draw);
  for (const table of Object.values(tables)) table.close();
  const each = <T>(read: (table: CsvFile) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, read(table)]));
  return { files: each(({ file }) => file), rows: each(({ rows }) => rows) };
}

function table(tables: Tables, name: string): CsvFile {
  const found = tables[name];
  if (found === undefined) throw new Error(`There is no table ${name}.`);
  return found;
}

const pick = (draw: Draw, values: readonly string[]): string =>
  values[skewed(draw, values.length, 1.6)] ?? '';

const dayAfter = (draw: Draw, first: number): number => first + below(draw, LAST_DAY - first + 1);

/** Countries have the numbers below COUNTRIES, the cities of country c follow in one run each. */
function placesAndTags(tables: Tables): void {
  const place = table(tables, 'Place');
  const partOf = table(tables, 'Part_Of');
  for (let country = 0; country < COUNTRIES; country++) place.add(country, `Country ${country}`, 'country');
  for (let city = 0; city < COUNTRIES * CITIES_A_COUNTRY; city++) {
    place.add(COUNTRIES + city, `City ${city}`, 'city');
    partOf.add(COUNTRIES + city, Math.floor(city / CITIES_A_COUNTRY));
  }
  const tag = table(tables, 'Tag');
  for (let id = 0; id < TAGS; id++) tag.add(id, `tag ${id}`);
}

/** Distinct skewed numbers, at most `count`. */
function several(draw: Draw, count: number, limit: number, power: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let tries = 0; tries < count; tries++) found.add(skewed(draw, limit, power));
  return found;
}

/** Returns the country of each person. */
function people(tables: Tables, persons: number, draw: Draw): Uint8Array {
  const countryOf = new Uint8Array(persons);
  for (let id = 0; id < persons; id++) {
    const country = skewed(draw, COUNTRIES, 2);
    countryOf[id] = country;
    const gender = draw() < 0.5 ? 'female' : 'male';
    const name = `Name ${skewed(draw, NAMES, 1.5)}`;
    const created = FIRST_DAY + below(draw, 300);
    table(tables, 'Person').add(id, name, gender, 1940 + below(draw, 65), pick(draw, BROWSERS), created);
    const city = COUNTRIES + country * CITIES_A_COUNTRY + skewed(draw, CITIES_A_COUNTRY, 1.5);
    table(tables, 'Lives_In').add(id, city);
    for (const tag of several(draw, 8, TAGS, 2)) table(tables, 'Interest').add(id, tag);
  }
  return countryOf;
}

function friendships(tables: Tables, countryOf: Uint8Array, draw: Draw): void {
  const persons = countryOf.length;
  const byCountry: number[][] = Array.from({ length: COUNTRIES }, () => []);
  countryOf.forEach((country, id) => byCountry[country]?.push(id));
  const seen = new Set<number>();
  for (let person = 0; person < persons; person++) {
    const near = byCountry[countryOf[person] ?? 0] ?? [];
    for (let left = tailed(draw, FRIENDS_MEAN); left > 0; left--) {
      const friend = draw() < 0.7 ? (near[below(draw, near.length)] ?? person) : below(draw, persons);
      const key = Math.min(person, friend) * persons + Math.max(person, friend);
      if (friend === person || seen.has(key)) continue;
      seen.add(key);
      table(tables, 'Knows').add(person, friend, dayAfter(draw, FIRST_DAY + 300));
    }
  }
}

/** Forums with moderator and members; returns their number. */
function groups(tables: Tables, persons: number, draw: Draw): number {
  const forums = Math.ceil(persons / 2);
  for (let forum = 0; forum < forums; forum++) {
    const created = dayAfter(draw, FIRST_DAY + 300);
    table(tables, 'Forum').add(forum, `Forum ${forum}`, created);
    table(tables, 'Moderator').add(forum, below(draw, persons));
    const members = new Set<number>();
    for (let left = tailed(draw, 14); left > 0; left--) members.add(below(draw, persons));
    for (const member of members) table(tables, 'Member').add(forum, member, dayAfter(draw, created));
  }
  return forums;
}

function messages(tables: Tables, persons: number, forums: number, draw: Draw): void {
  const posts = persons * POSTS_A_PERSON;
  const postDay = new Uint16Array(posts);
  for (let post = 0; post < posts; post++) {
    const day = dayAfter(draw, FIRST_DAY + 300);
    postDay[post] = day;
    const length = Math.min(2000, tailed(draw, 90));
    table(tables, 'Post').add(post, day, length, pick(draw, LANGUAGES), pick(draw, BROWSERS));
    table(tables, 'Holds').add(skewed(draw, forums, 2), post);
    table(tables, 'Post_By').add(post, skewed(draw, persons, 1.5));
    for (const tag of several(draw, below(draw, 4), TAGS, 2.5)) table(tables, 'Tagged').add(post, tag);
  }
  replies(tables, persons, postDay, draw);
  for (let person = 0; person < persons; person++) {
    for (const post of several(draw, tailed(draw, LIKES_A_PERSON), posts, 1.5)) {
      table(tables, 'Likes').add(person, post, dayAfter(draw, postDay[post] ?? FIRST_DAY));
    }
  }
}

/** Two of five remarks answer a post, the others an existing remark: trees grow deep. */
function replies(tables: Tables, persons: number, postDay: Uint16Array, draw: Draw): void {
  const remarks = persons * REMARKS_A_PERSON;
  const dayOf = new Uint16Array(remarks);
  for (let remark = 0; remark < remarks; remark++) {
    const toPost = remark < 100 || draw() < 0.4;
    const parent = toPost ? below(draw, postDay.length) : below(draw, remark);
    const day = dayAfter(draw, (toPost ? postDay[parent] : dayOf[parent]) ?? FIRST_DAY);
    dayOf[remark] = day;
    table(tables, 'Remark').add(remark, day, Math.min(2000, tailed(draw, 60)), pick(draw, BROWSERS));
    table(tables, 'Remark_By').add(remark, skewed(draw, persons, 1.5));
    table(tables, toPost ? 'Reply_Post' : 'Reply_Remark').add(remark, parent);
  }
}
