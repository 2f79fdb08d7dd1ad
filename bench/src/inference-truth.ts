/** Tables of vega-datasets, and what a person who looked at them says of their types, keys and relationships. */

export interface TableTruth {
  readonly file: string;
  /** The column that tells rows apart; null where none alone does, or where rows are edges. */
  readonly key: string | null;
  /** A letter for each column: INT, DOUBLE, BOOL, T for DATETIME, STRING. A date is one in whatever form it is written. */
  readonly types: string;
}

export const TABLES: readonly TableTruth[] = [
  { file: 'airports.csv', key: 'iata', types: 'SSSSSDD' },
  { file: 'anscombe.json', key: null, types: 'SID' },
  { file: 'barley.json', key: null, types: 'DSIS' },
  { file: 'birdstrikes.csv', key: null, types: 'SSSTSSSSSSIIII' },
  {
    file: 'budget.json',
    key: null,
    types: 'IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIISISISISISISI',
  },
  { file: 'budgets.json', key: null, types: 'IID' },
  { file: 'burtin.json', key: 'Bacteria', types: 'SDDDSS' },
  { file: 'cars.json', key: null, types: 'SDIDIIDTS' },
  { file: 'co2-concentration.csv', key: 'Date', types: 'TDD' },
  { file: 'countries.json', key: null, types: 'SIDDDDSDD' },
  { file: 'crimea.json', key: 'date', types: 'TIIII' },
  { file: 'disasters.csv', key: null, types: 'SII' },
  { file: 'driving.json', key: 'year', types: 'SIID' },
  { file: 'flare-dependencies.json', key: null, types: 'II' },
  { file: 'flare.json', key: 'id', types: 'ISII' },
  { file: 'flights-200k.json', key: null, types: 'IID' },
  { file: 'flights-20k.json', key: null, types: 'TIISS' },
  { file: 'flights-airport.csv', key: null, types: 'SSI' },
  { file: 'football.json', key: null, types: 'TSSSII' },
  { file: 'gapminder-health-income.csv', key: 'country', types: 'SIDIS' },
  { file: 'gapminder.json', key: null, types: 'ISIIDD' },
  { file: 'github.csv', key: 'time', types: 'TI' },
  { file: 'global-temp.csv', key: 'year', types: 'ID' },
  { file: 'income.json', key: null, types: 'SSIDIS' },
  { file: 'iowa-electricity.csv', key: null, types: 'TSI' },
  { file: 'jobs.json', key: null, types: 'SSIID' },
  { file: 'la-riots.csv', key: null, types: 'SSISSTSSSDD' },
  { file: 'londonCentroids.json', key: 'name', types: 'SDD' },
  { file: 'lookup_groups.csv', key: 'person', types: 'IS' },
  { file: 'lookup_people.csv', key: 'name', types: 'SII' },
  { file: 'monarchs.json', key: 'name', types: 'SIIIB' },
  { file: 'movies.json', key: null, types: 'SIIIITSISSSSSIDI' },
  { file: 'normal-2d.json', key: null, types: 'DD' },
  { file: 'obesity.json', key: 'id', types: 'IDS' },
  { file: 'ohlc.json', key: 'date', types: 'TDDDDSD' },
  { file: 'penguins.json', key: null, types: 'SSDDIIS' },
  { file: 'platformer-terrain.json', key: 'key', types: 'IIDISSSS' },
  {
    file: 'political-contributions.json',
    key: 'Candidate_Identification',
    types: 'SSSISDIDDDDDIIDIDISIIITII',
  },
  { file: 'population.json', key: null, types: 'IIII' },
  { file: 'population_engineers_hurricanes.csv', key: 'id', types: 'SIIDI' },
  { file: 'seattle-weather-hourly-normals.csv', key: 'date', types: 'TDDD' },
  { file: 'seattle-weather.csv', key: 'date', types: 'TDDDDS' },
  { file: 'sp500-2000.csv', key: 'date', types: 'TDDDDDI' },
  { file: 'sp500.csv', key: 'date', types: 'TD' },
  { file: 'species.csv', key: null, types: 'SSSSSD' },
  { file: 'stocks.csv', key: null, types: 'STD' },
  { file: 'udistrict.json', key: null, types: 'SD' },
  { file: 'unemployment-across-industries.json', key: null, types: 'SIIIDT' },
  { file: 'unemployment.tsv', key: 'id', types: 'ID' },
  { file: 'us-employment.csv', key: 'month', types: 'TIIIIIIIIIIIDDDDIIIIIIII' },
  { file: 'us-state-capitals.json', key: 'state', types: 'DDSS' },
  { file: 'weather.csv', key: null, types: 'STDDDDS' },
  { file: 'weekly-weather.json', key: 'id', types: 'SIIIIIIIIIII' },
  { file: 'wheat.json', key: 'year', types: 'IDD' },
  { file: 'windvectors.csv', key: null, types: 'DDIID' },
  { file: 'zipcodes.csv', key: 'zip_code', types: 'SDDSSS' },
];

export interface GroupTruth {
  /** Files that are looked at together. */
  readonly files: readonly string[];
  /** `file.column → file` of the table whose rows the column names. */
  readonly relationships: readonly string[];
}

export const GROUPS: readonly GroupTruth[] = [
  {
    files: ['airports.csv', 'flights-airport.csv'],
    relationships: ['flights-airport.origin → airports', 'flights-airport.destination → airports'],
  },
  {
    files: ['airports.csv', 'flights-20k.json'],
    relationships: ['flights-20k.origin → airports', 'flights-20k.destination → airports'],
  },
  {
    files: ['flare.json', 'flare-dependencies.json'],
    relationships: [
      'flare.parent → flare',
      'flare-dependencies.source → flare',
      'flare-dependencies.target → flare',
    ],
  },
  {
    files: ['lookup_people.csv', 'lookup_groups.csv'],
    relationships: ['lookup_groups.person → lookup_people'],
  },
  {
    files: ['population_engineers_hurricanes.csv', 'us-state-capitals.json'],
    relationships: ['population_engineers_hurricanes.state → us-state-capitals'],
  },
  {
    files: ['obesity.json', 'population_engineers_hurricanes.csv'],
    relationships: ['obesity.id → population_engineers_hurricanes'],
  },
  {
    files: ['income.json', 'population_engineers_hurricanes.csv'],
    relationships: ['income.id → population_engineers_hurricanes'],
  },
  {
    files: ['gapminder.json', 'gapminder-health-income.csv'],
    relationships: ['gapminder.country → gapminder-health-income'],
  },
  {
    files: ['countries.json', 'gapminder-health-income.csv'],
    relationships: ['countries.country → gapminder-health-income'],
  },
  { files: ['income.json', 'us-state-capitals.json'], relationships: ['income.name → us-state-capitals'] },
  { files: ['cars.json', 'movies.json'], relationships: [] },
  { files: ['stocks.csv', 'sp500-2000.csv'], relationships: [] },
  { files: ['barley.json', 'wheat.json'], relationships: [] },
  { files: ['disasters.csv', 'co2-concentration.csv'], relationships: [] },
  { files: ['zipcodes.csv', 'us-state-capitals.json'], relationships: [] },
  { files: ['weekly-weather.json', 'population.json'], relationships: [] },
  { files: ['monarchs.json', 'wheat.json'], relationships: [] },
  { files: ['unemployment.tsv', 'obesity.json'], relationships: [] },
  { files: ['penguins.json', 'burtin.json'], relationships: [] },
];
