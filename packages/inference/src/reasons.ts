/** Every sentence that inference gives people: reasons of what it proposes, and warnings and problems of files. */

type Quoted<Names extends string> = Readonly<Record<Names, string | number>>;

/** Reasons of the type of a column; `count` is the number of its values in the sample. */
export const TYPE_REASONS = {
  noValues: () => 'It has no values in the sample.',
  booleans: ({ count }: Quoted<'count'>) => `True or false in all ${count} values of the sample.`,
  wholeNumbers: ({ count }: Quoted<'count'>) => `Whole numbers in all ${count} values of the sample.`,
  numbers: ({ count }: Quoted<'count'>) => `Numbers in all ${count} values of the sample.`,
  thousands: ({ example, count }: Quoted<'example' | 'count'>) =>
    `Numbers with commas between thousands, such as ${example}, in all ${count} values of the sample.`,
  decimalComma: ({ example, count }: Quoted<'example' | 'count'>) =>
    `Numbers with a decimal comma, such as ${example}, in all ${count} values of the sample.`,
  zonedDates: ({ example, count }: Quoted<'example' | 'count'>) =>
    `Times with an offset, such as ${example}, in all ${count} values of the sample: they are stored in UTC.`,
  beyondInt: ({ example }: Quoted<'example'>) =>
    `${example} is beyond the range of whole numbers with 64 bits.`,
  padded: ({ example }: Quoted<'example'>) =>
    `Digits with a zero in front, such as ${example}, are a code and no number.`,
  dates: ({ count }: Quoted<'count'>) => `Dates in all ${count} values of the sample.`,
  datesOfForm: ({ example, count }: Quoted<'example' | 'count'>) =>
    `Dates such as ${example} in all ${count} values of the sample.`,
  ambiguousDates: ({ example }: Quoted<'example'>) =>
    `Dates such as ${example} are kept as text: nothing says which of the numbers is the month.`,
  mixedDates: ({ example }: Quoted<'example'>) =>
    `Dates such as ${example} are kept as text: they are not all of one known form.`,
  textWithDates: () => 'Text, with dates among it.',
  textWithNumbers: ({ example }: Quoted<'example'>) => `Text, with numbers such as ${example} among it.`,
  text: () => 'Text.',
  /** Of a Parquet file, which names the type of each column. */
  stored: ({ type }: Quoted<'type'>) => `The file says ${type}.`,
} as const;

/** Reasons of keys, references and types. */
export const SCHEMA_REASONS = {
  distinct: ({ count }: Quoted<'count'>) => `Its values differ in all ${count} rows.`,
  distinctAndNamed: ({ count }: Quoted<'count'>) =>
    `Its values differ in all ${count} rows, and its name is that of a key.`,
  distinctInPart: ({ count }: Quoted<'count'>) => `Its values differ in the first ${count} rows.`,
  distinctInPartAndNamed: ({ count }: Quoted<'count'>) =>
    `Its values differ in the first ${count} rows, and its name is that of a key.`,
  nearlyDistinct: ({ count, rows, name }: Quoted<'name' | 'count' | 'rows'>) =>
    `Its name is that of a key, but its values differ in ${count} of ${rows} rows only: rows of the same ${name} become one vertex.`,
  held: ({ column, table, key }: Quoted<'key' | 'column' | 'table'>) =>
    `Its values differ in all rows, and ${column} of ${table} holds values of ${key}.`,
  noKey: ({ name }: Quoted<'name'>) =>
    `No column tells the rows apart: rows of the same ${name} become one vertex.`,
  own: ({ percent, key, table }: Quoted<'percent' | 'key' | 'table'>) =>
    `${percent} % of its values are ${key} of ${table}, its own table.`,
  refersAndNamed: ({ percent, key, table }: Quoted<'percent' | 'key' | 'table'>) =>
    `${percent} % of its values are ${key} of ${table}, and its name says so.`,
  named: ({ percent, key, table }: Quoted<'percent' | 'key' | 'table'>) =>
    `Its name says so; ${percent} % of its values are ${key} of ${table}.`,
  namedInPart: ({ percent, key, table }: Quoted<'percent' | 'key' | 'table'>) =>
    `Its name says so; ${percent} % of its values are ${key} of ${table} in the sample.`,
  refers: ({ percent, key, table }: Quoted<'percent' | 'key' | 'table'>) =>
    `${percent} % of its values are ${key} of ${table}.`,
  repeats: ({ column, count, table }: Quoted<'column' | 'count' | 'table'>) =>
    `${column} has ${count} values that repeat in ${table}.`,
  strangeEnds: ({ table }: Quoted<'table'>) => `The ends of ${table} are no rows of another file.`,
  joinsApart: ({ from, to, others }: Quoted<'from' | 'to' | 'others'>) =>
    `Each row joins a ${from} and a ${to}, and ${others} tells rows of the same two apart.`,
  joinsOnce: ({ from, to, rows, count }: Quoted<'from' | 'to' | 'count' | 'rows'>) =>
    `Each row joins a ${from} and a ${to}. Rows of the same two become one edge: ${rows} rows make ${count}.`,
  joins: ({ from, to }: Quoted<'from' | 'to'>) =>
    `Each row joins a ${from} and a ${to}, and no column is a key of its own.`,
} as const;

/** Problems of a file, and notes on how it is read. */
export const FILE_NOTES = {
  empty: () => 'It has no rows: the file is empty.',
  notText: () => 'It is not text: CSV, JSON lines, an array of JSON objects and Parquet can be loaded.',
  parquet: () => 'It is a Parquet file: give it a name that ends in .parquet.',
  gzip: () => 'It is packed by gzip: give it a name that ends in .gz.',
  zip: () =>
    'It is a zip archive or a workbook of a spreadsheet: give an archive a name that ends in .zip, and save a sheet as CSV.',
  workbook: () => 'It is a workbook of a spreadsheet: save the sheet as CSV.',
  sqlite: () => 'It is a database of SQLite: export its tables as CSV.',
  manyMembers: () => 'The archive has too many files to be listed: they are loaded as one table.',
  encoding: ({ encoding }: Quoted<'encoding'>) =>
    `The file is not UTF-8: it is read as ${encoding}. Compare letters with accents below, and choose another encoding if they are wrong.`,
  longObject: () => 'The first object of the array is longer than can be sampled.',
  oneObject: () =>
    'It is one JSON object over several lines or of great length. Loads read an object in each line, or an array of objects: write the rows that you want in one of these ways.',
  noObject: ({ row }: Quoted<'row'>) => `Row ${row} is no JSON object. Such rows are rejected and reported.`,
  bothLineEnds: ({ first, second }: Quoted<'first' | 'second'>) =>
    `Lines end in ${first} and ${second}: both end a line.`,
  carriageReturns: ({ first, second }: Quoted<'first' | 'second'>) =>
    `Lines end in ${first} and ${second}: carriage returns alone end no line.`,
  allLineEnds: ({ first, second, third }: Quoted<'first' | 'second' | 'third'>) =>
    `Lines end in ${first} and ${second} and ${third}: carriage returns alone end no line.`,
  longLine: () => 'Its first line is longer than can be loaded: 10 MB. Choose how its lines end.',
  headerAlone: () => 'There is a header but no row below it.',
  repeatedNames: ({ names }: Quoted<'names'>) =>
    `The header names ${names} more than once: such columns are read by their place.`,
  fewerColumns: ({ line, columns, expected }: Quoted<'line' | 'columns' | 'expected'>) =>
    `Line ${line} has ${columns} columns where ${expected} were expected. Such rows are rejected and reported.`,
  moreColumns: ({ line, columns, expected }: Quoted<'line' | 'columns' | 'expected'>) =>
    `Line ${line} has ${columns} columns where ${expected} were expected. Such rows are loaded without what stands beyond.`,
  openQuote: ({ line }: Quoted<'line'>) =>
    `A quote is opened in line ${line} and not closed. Such rows are rejected and reported.`,
} as const;
