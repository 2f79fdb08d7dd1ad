/**
 * The same questions in GSQL, Cypher and SQL: counts of walks, cycles, and grouping and top-k queries in the style of
 * LDBC SNB's interactive (IC) and business intelligence (BI) workloads. Each returns the same rows everywhere; where
 * order matters ties are broken by a key.
 */

export interface PatternQuery {
  readonly name: string;
  /** The body of a GSQL query; it prints one table or one number. */
  readonly gsql: string;
  readonly cypher: string;
  readonly sql: string;
  /** Rows come in the order asked for. */
  readonly ordered?: true;
}

/** The person with which the interactive queries start: one with a good number of friends in all sizes. */
const PERSON = 7;
const DAY = 15_300;

/** `SELECT count(*)` of a pattern as an accumulator's sum, which is how GSQL counts mostly are written. */
const counted = (pattern: string, alias: string): string =>
  `SumAccum<INT> @@n; R = SELECT ${alias} FROM ${pattern} ACCUM @@n += 1; PRINT @@n;`;

const table = (select: string): string => `${select}; PRINT T;`;

const COUNTS: readonly PatternQuery[] = [
  {
    name: 'walks of 2 friendships',
    gsql: counted('(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)', 'c'),
    cypher: 'MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) RETURN count(*)',
    sql: 'SELECT count(*) FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from"',
  },
  {
    name: 'walks of 3 friendships',
    gsql: counted('(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(d:Person)', 'd'),
    cypher: 'MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(d:Person) RETURN count(*)',
    sql: 'SELECT count(*) FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" JOIN Knows_Both z ON y."to" = z."from"',
  },
  {
    name: 'walks of 2, both ends filtered',
    gsql: counted(
      '(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) WHERE a.gender == "female" AND c.birthYear > 1990',
      'c',
    ),
    cypher:
      "MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) WHERE a.gender = 'female' AND c.birthYear > 1990 RETURN count(*)",
    sql: `SELECT count(*) FROM Person a JOIN Knows_Both x ON x."from" = a.id JOIN Knows_Both y ON x."to" = y."from"
      JOIN Person c ON c.id = y."to" WHERE a.gender = 'female' AND c.birthYear > 1990`,
  },
  {
    name: 'walks of 3, vertices and an edge filtered',
    gsql: counted(
      `(a:Person)-[:Knows]-(b:Person)-[e:Knows]-(c:Person)-[:Knows]-(d:Person)
       WHERE a.browser == "Opera" AND e.created > ${DAY} AND d.gender == "male"`,
      'd',
    ),
    cypher: `MATCH (a:Person)-[:Knows]-(b:Person)-[e:Knows]-(c:Person)-[:Knows]-(d:Person)
      WHERE a.browser = 'Opera' AND e.created > ${DAY} AND d.gender = 'male' RETURN count(*)`,
    sql: `SELECT count(*) FROM Person a JOIN Knows_Both x ON x."from" = a.id JOIN Knows_Both y ON x."to" = y."from"
      JOIN Knows_Both z ON y."to" = z."from" JOIN Person d ON d.id = z."to"
      WHERE a.browser = 'Opera' AND y.created > ${DAY} AND d.gender = 'male'`,
  },
  {
    name: 'walks of 3 from one person',
    gsql: counted(
      `(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(d:Person) WHERE a.id == ${PERSON}`,
      'd',
    ),
    cypher: `MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(d:Person) WHERE a.id = ${PERSON} RETURN count(*)`,
    sql: `SELECT count(*) FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" JOIN Knows_Both z ON y."to" = z."from" WHERE x."from" = ${PERSON}`,
  },
  {
    name: 'friends of friends other than oneself',
    gsql: counted('(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) WHERE a != c', 'c'),
    cypher: 'MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) WHERE a.id <> c.id RETURN count(*)',
    sql: 'SELECT count(*) FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" WHERE x."from" <> y."to"',
  },
  {
    name: 'likes of posts of forums with a member',
    gsql: counted('(p:Person)-[:Likes]->(m:Post)<-[:Holds]-(f:Forum)-[:Member]->(q:Person)', 'q'),
    cypher: 'MATCH (p:Person)-[:Likes]->(m:Post)<-[:Holds]-(f:Forum)-[:Member]->(q:Person) RETURN count(*)',
    sql: 'SELECT count(*) FROM Likes l JOIN Holds h ON h."to" = l."to" JOIN Member m ON m."from" = h."from"',
  },
];

const CYCLES: readonly PatternQuery[] = [
  {
    name: 'triangles',
    gsql: counted(
      '(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(a) WHERE a.id < b.id AND b.id < c.id',
      'c',
    ),
    cypher:
      'MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(a) WHERE a.id < b.id AND b.id < c.id RETURN count(*)',
    sql: `SELECT count(*) FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" AND x."from" < x."to" AND y."from" < y."to"
      JOIN Knows_Both z ON z."from" = y."to" AND z."to" = x."from"`,
  },
  {
    name: 'triangles in any order',
    gsql: counted('(a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(a)', 'c'),
    cypher: 'MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person)-[:Knows]-(a) RETURN count(*)',
    sql: `SELECT count(*) FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from"
      JOIN Knows_Both z ON z."from" = y."to" AND z."to" = x."from"`,
  },
  {
    name: 'likes of a friend',
    gsql: counted('(a:Person)-[:Knows]-(b:Person)<-[:Post_By]-(m:Post)<-[:Likes]-(a)', 'b'),
    cypher: 'MATCH (a:Person)-[:Knows]-(b:Person)<-[:Post_By]-(m:Post)<-[:Likes]-(a) RETURN count(*)',
    sql: `SELECT count(*) FROM Knows_Both k JOIN Post_By b ON b."to" = k."to" JOIN Likes l ON l."to" = b."from" AND l."from" = k."from"`,
  },
  {
    name: 'friends in one city, by city',
    ordered: true,
    gsql: table(`SELECT c.id AS city, count(*) AS n INTO T FROM (a:Person)-[:Knows]-(b:Person)-[:Lives_In]->(c:Place)<-[:Lives_In]-(a)
      GROUP BY c.id ORDER BY n DESC, city ASC LIMIT 20`),
    cypher: `MATCH (a:Person)-[:Knows]-(b:Person)-[:Lives_In]->(c:Place)<-[:Lives_In]-(a) RETURN c.id AS city, count(*) AS n ORDER BY n DESC, city LIMIT 20`,
    sql: `SELECT x."to" AS city, count(*) AS n FROM Knows_Both k JOIN Lives_In x ON x."from" = k."to" JOIN Lives_In y ON y."from" = k."from" AND y."to" = x."to"
      GROUP BY 1 ORDER BY n DESC, city LIMIT 20`,
  },
];

const INTERACTIVE: readonly PatternQuery[] = [
  {
    name: 'IC 2: newest posts of friends',
    ordered: true,
    gsql: table(`SELECT m.id AS post, m.created AS created, f.id AS friend INTO T FROM (p:Person)-[:Knows]-(f:Person)<-[:Post_By]-(m:Post)
      WHERE p.id == ${PERSON} AND m.created <= ${DAY} ORDER BY m.created DESC, m.id ASC LIMIT 20`),
    cypher: `MATCH (p:Person)-[:Knows]-(f:Person)<-[:Post_By]-(m:Post) WHERE p.id = ${PERSON} AND m.created <= ${DAY}
      RETURN m.id, m.created, f.id ORDER BY m.created DESC, m.id LIMIT 20`,
    sql: `SELECT m.id, m.created, k."to" FROM Knows_Both k JOIN Post_By b ON b."to" = k."to" JOIN Post m ON m.id = b."from"
      WHERE k."from" = ${PERSON} AND m.created <= ${DAY} ORDER BY m.created DESC, m.id LIMIT 20`,
  },
  {
    name: "IC 4: tags of friends' posts",
    ordered: true,
    gsql: table(`SELECT t.name AS tag, count(*) AS n INTO T FROM (p:Person)-[:Knows]-(f:Person)<-[:Post_By]-(m:Post)-[:Tagged]->(t:Tag)
      WHERE p.id == ${PERSON} AND m.created BETWEEN ${DAY - 200} AND ${DAY} GROUP BY t.name ORDER BY n DESC, tag ASC LIMIT 10`),
    cypher: `MATCH (p:Person)-[:Knows]-(f:Person)<-[:Post_By]-(m:Post)-[:Tagged]->(t:Tag) WHERE p.id = ${PERSON} AND m.created >= ${DAY - 200} AND m.created <= ${DAY}
      RETURN t.name AS tag, count(*) AS n ORDER BY n DESC, tag LIMIT 10`,
    sql: `SELECT t.name AS tag, count(*) AS n FROM Knows_Both k JOIN Post_By b ON b."to" = k."to" JOIN Post m ON m.id = b."from" JOIN Tagged g ON g."from" = m.id JOIN Tag t ON t.id = g."to"
      WHERE k."from" = ${PERSON} AND m.created BETWEEN ${DAY - 200} AND ${DAY} GROUP BY 1 ORDER BY n DESC, tag LIMIT 10`,
  },
  {
    name: 'IC 5: forums that friends of friends joined',
    ordered: true,
    gsql: table(`SELECT f.id AS forum, count(*) AS n INTO T FROM (p:Person)-[:Knows]-(q:Person)-[:Knows]-(r:Person)<-[e:Member]-(f:Forum)
      WHERE p.id == ${PERSON} AND e.joined > ${DAY} GROUP BY f.id ORDER BY n DESC, forum ASC LIMIT 20`),
    cypher: `MATCH (p:Person)-[:Knows]-(q:Person)-[:Knows]-(r:Person)<-[e:Member]-(f:Forum) WHERE p.id = ${PERSON} AND e.joined > ${DAY}
      RETURN f.id AS forum, count(*) AS n ORDER BY n DESC, forum LIMIT 20`,
    sql: `SELECT e."from" AS forum, count(*) AS n FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" JOIN Member e ON e."to" = y."to"
      WHERE x."from" = ${PERSON} AND e.joined > ${DAY} GROUP BY 1 ORDER BY n DESC, forum LIMIT 20`,
  },
  {
    name: 'IC 6: tags beside a tag on posts of friends of friends',
    ordered: true,
    gsql: table(`SELECT u.name AS tag, count(*) AS n INTO T FROM (p:Person)-[:Knows]-(q:Person)-[:Knows]-(r:Person)<-[:Post_By]-(m:Post)-[:Tagged]->(t:Tag), (m)-[:Tagged]->(u:Tag)
      WHERE p.id == ${PERSON} AND t.name == "tag 3" AND u.name != "tag 3" GROUP BY u.name ORDER BY n DESC, tag ASC LIMIT 10`),
    cypher: `MATCH (p:Person)-[:Knows]-(q:Person)-[:Knows]-(r:Person)<-[:Post_By]-(m:Post)-[:Tagged]->(t:Tag), (m)-[:Tagged]->(u:Tag)
      WHERE p.id = ${PERSON} AND t.name = 'tag 3' AND u.name <> 'tag 3' RETURN u.name AS tag, count(*) AS n ORDER BY n DESC, tag LIMIT 10`,
    sql: `SELECT u.name AS tag, count(*) AS n FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" JOIN Post_By b ON b."to" = y."to"
      JOIN Tagged g ON g."from" = b."from" JOIN Tag t ON t.id = g."to" JOIN Tagged h ON h."from" = b."from" JOIN Tag u ON u.id = h."to"
      WHERE x."from" = ${PERSON} AND t.name = 'tag 3' AND u.name <> 'tag 3' GROUP BY 1 ORDER BY n DESC, tag LIMIT 10`,
  },
  {
    name: 'IC 9: persons reached over two friendships, told apart',
    gsql: `R = SELECT c FROM (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) WHERE a.id == ${PERSON}; PRINT R.size() AS n;`,
    cypher: `MATCH (a:Person)-[:Knows]-(b:Person)-[:Knows]-(c:Person) WHERE a.id = ${PERSON} RETURN count(DISTINCT c.id)`,
    sql: `SELECT count(DISTINCT y."to") FROM Knows_Both x JOIN Knows_Both y ON x."to" = y."from" WHERE x."from" = ${PERSON}`,
  },
];

const INTELLIGENCE: readonly PatternQuery[] = [
  {
    name: 'BI 1: posts by language and browser',
    gsql: table(`SELECT m.language AS language, m.browser AS browser, count(*) AS n, sum(m.length) AS total, avg(m.length) AS mean INTO T FROM (m:Post)
      WHERE m.created < ${DAY} GROUP BY m.language, m.browser`),
    cypher: `MATCH (m:Post) WHERE m.created < ${DAY} RETURN m.language, m.browser, count(*), sum(m.length), avg(m.length)`,
    sql: `SELECT language, browser, count(*), sum(length)::BIGINT, avg(length) FROM Post WHERE created < ${DAY} GROUP BY 1, 2`,
  },
  {
    name: 'BI 2: tags by number of posts',
    ordered: true,
    gsql: table(
      'SELECT t.name AS tag, count(*) AS n INTO T FROM (m:Post)-[:Tagged]->(t:Tag) GROUP BY t.name ORDER BY n DESC, tag ASC LIMIT 100',
    ),
    cypher:
      'MATCH (m:Post)-[:Tagged]->(t:Tag) RETURN t.name AS tag, count(*) AS n ORDER BY n DESC, tag LIMIT 100',
    sql: 'SELECT t.name AS tag, count(*) AS n FROM Tagged g JOIN Tag t ON t.id = g."to" GROUP BY 1 ORDER BY n DESC, tag LIMIT 100',
  },
  {
    name: 'BI 6: authors by likes received',
    ordered: true,
    gsql: `SumAccum<INT> @likes; R = SELECT p FROM (p:Person)<-[:Post_By]-(m:Post)<-[:Likes]-(q:Person) ACCUM p.@likes += 1 ORDER BY p.@likes DESC, p.id ASC LIMIT 100;
      PRINT R[R.id AS id, R.@likes AS likes];`,
    cypher:
      'MATCH (p:Person)<-[:Post_By]-(m:Post)<-[:Likes]-(q:Person) RETURN p.id AS id, count(*) AS likes ORDER BY likes DESC, id LIMIT 100',
    sql: 'SELECT b."to" AS id, count(*) AS likes FROM Post_By b JOIN Likes l ON l."to" = b."from" GROUP BY 1 ORDER BY likes DESC, id LIMIT 100',
  },
  {
    name: 'BI 8: interest in tags by country',
    ordered: true,
    gsql: table(`SELECT c.name AS country, t.name AS tag, count(*) AS n INTO T FROM (t:Tag)<-[:Interest]-(p:Person)-[:Lives_In]->(y:Place)-[:Part_Of]->(c:Place)
      GROUP BY c.name, t.name ORDER BY n DESC, country ASC, tag ASC LIMIT 50`),
    cypher: `MATCH (t:Tag)<-[:Interest]-(p:Person)-[:Lives_In]->(y:Place)-[:Part_Of]->(c:Place)
      RETURN c.name AS country, t.name AS tag, count(*) AS n ORDER BY n DESC, country, tag LIMIT 50`,
    sql: `SELECT c.name AS country, t.name AS tag, count(*) AS n FROM Interest i JOIN Tag t ON t.id = i."to" JOIN Lives_In l ON l."from" = i."from" JOIN Part_Of o ON o."from" = l."to" JOIN Place c ON c.id = o."to"
      GROUP BY 1, 2 ORDER BY n DESC, country, tag LIMIT 50`,
  },
  {
    name: 'BI 12: answers by country and gender of the author answered',
    gsql: table(`SELECT c.name AS country, p.gender AS gender, count(*) AS n, max(r.length) AS longest INTO T
      FROM (r:Remark)-[:Reply_Post]->(m:Post)-[:Post_By]->(p:Person)-[:Lives_In]->(y:Place)-[:Part_Of]->(c:Place) WHERE r.length > 100 GROUP BY c.name, p.gender`),
    cypher: `MATCH (r:Remark)-[:Reply_Post]->(m:Post)-[:Post_By]->(p:Person)-[:Lives_In]->(y:Place)-[:Part_Of]->(c:Place) WHERE r.length > 100
      RETURN c.name, p.gender, count(*), max(r.length)`,
    sql: `SELECT c.name, p.gender, count(*), max(r.length) FROM Remark r JOIN Reply_Post x ON x."from" = r.id JOIN Post_By b ON b."from" = x."to" JOIN Person p ON p.id = b."to"
      JOIN Lives_In l ON l."from" = p.id JOIN Part_Of o ON o."from" = l."to" JOIN Place c ON c.id = o."to" WHERE r.length > 100 GROUP BY 1, 2`,
  },
  {
    name: 'BI 14: friends who answer each other, by country',
    ordered: true,
    gsql: table(`SELECT c.name AS country, count(*) AS n INTO T FROM (a:Person)<-[:Remark_By]-(r:Remark)-[:Reply_Post]->(m:Post)-[:Post_By]->(b:Person)-[:Knows]-(a), (b)-[:Lives_In]->(y:Place)-[:Part_Of]->(c:Place)
      GROUP BY c.name ORDER BY n DESC, country ASC`),
    cypher: `MATCH (a:Person)<-[:Remark_By]-(r:Remark)-[:Reply_Post]->(m:Post)-[:Post_By]->(b:Person)-[:Knows]-(a), (b)-[:Lives_In]->(y:Place)-[:Part_Of]->(c:Place)
      RETURN c.name AS country, count(*) AS n ORDER BY n DESC, country`,
    sql: `SELECT c.name AS country, count(*) AS n FROM Remark_By a JOIN Reply_Post x ON x."from" = a."from" JOIN Post_By b ON b."from" = x."to" JOIN Knows_Both k ON k."from" = a."to" AND k."to" = b."to"
      JOIN Lives_In l ON l."from" = b."to" JOIN Part_Of o ON o."from" = l."to" JOIN Place c ON c.id = o."to" GROUP BY 1 ORDER BY n DESC, country`,
  },
  {
    name: 'longest remarks with their authors',
    ordered: true,
    gsql: table(
      `SELECT r.id AS remark, r.length AS length, p.name AS author INTO T FROM (r:Remark)-[:Remark_By]->(p:Person) WHERE p.gender == "female" ORDER BY r.length DESC, r.id ASC LIMIT 50`,
    ),
    cypher: `MATCH (r:Remark)-[:Remark_By]->(p:Person) WHERE p.gender = 'female' RETURN r.id, r.length, p.name ORDER BY r.length DESC, r.id LIMIT 50`,
    sql: `SELECT r.id, r.length, p.name FROM Remark r JOIN Remark_By b ON b."from" = r.id JOIN Person p ON p.id = b."to" WHERE p.gender = 'female' ORDER BY r.length DESC, r.id LIMIT 50`,
  },
  {
    name: 'persons with a friend who likes a post with a tag',
    gsql: `R = SELECT a FROM (a:Person)-[:Knows]-(b:Person)-[:Likes]->(m:Post)-[:Tagged]->(t:Tag) WHERE t.name == "tag 40"; PRINT R.size() AS n;`,
    cypher: `MATCH (a:Person)-[:Knows]-(b:Person)-[:Likes]->(m:Post)-[:Tagged]->(t:Tag) WHERE t.name = 'tag 40' RETURN count(DISTINCT a.id)`,
    sql: `SELECT count(DISTINCT k."from") FROM Tag t JOIN Tagged g ON g."to" = t.id JOIN Likes l ON l."to" = g."from" JOIN Knows_Both k ON k."to" = l."from" WHERE t.name = 'tag 40'`,
  },
];

export const PATTERNS: readonly PatternQuery[] = [...COUNTS, ...CYCLES, ...INTERACTIVE, ...INTELLIGENCE];
