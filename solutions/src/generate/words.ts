/** Invented names of people, firms, streets and places; put together at random, they mean nobody. */

export const FIRST_NAMES = (
  'Ada Alba Amos Anya Aron Asa Ava Beck Bela Bo Cara Cleo Cora Dara Dean Dina Drew Eben Edda Eli Elsa Emil ' +
  'Enid Esme Ezra Fay Finn Flora Gail Gene Greta Hal Hana Hugo Ida Ilse Ira Iris Ivo Jan Jarl Jess Joan Jude ' +
  'Kai Kara Kit Lars Lena Leo Lilo Liv Lou Luca Mae Marc Mila Milo Mona Nell Nico Nils Noor Odin Olga Oona ' +
  'Otto Pia Rafe Rena Remy Rhea Rolf Rosa Rune Sam Sara Sol Tara Theo Tilda Tom Uma Vera Vito Wim Yara Zeno Zoe'
).split(' ');

export const LAST_NAMES = (
  'Abbot Alder Arden Ashby Baines Barlow Becker Birch Bishop Blythe Brandt Briggs Cairns Calder Carver ' +
  'Castle Clay Colby Corbin Dale Darrow Decker Drake Eaton Ellery Fairley Fenn Fisk Forde Frost Garner ' +
  'Gates Glover Grove Hale Harte Hazel Holt Hurst Ivers Jarvis Keane Kemp Kirby Lamb Lark Lister Locke ' +
  'Lunn Mabry March Marsh Mercer Moss Nash North Oakes Orr Paige Penn Pike Quill Rand Reeve Rook Rowe ' +
  'Sable Shaw Sloan Snow Stark Stone Tate Thorne Vale Vance Wade Ware Webb Wilde Wynn Yates York'
).split(' ');

export const STREETS = (
  'Acorn Alder Anchor Apple Barn Bay Beech Birch Bridge Brook Canal Cedar Chapel Cherry Church Clover Copper ' +
  'Creek Dock Elm Farm Fern Field Forge Fox Garden Glen Green Harbor Hazel Heron High Hill Iron Ivy Juniper ' +
  'Kiln King Lake Lark Laurel Lime Linden Maple Market Meadow Mill Mint Oak Orchard Park Pearl Pine Pond Quarry ' +
  'Queen Ridge River Rose Salt School Shore Silver Spring Station Stone Summit Tanner Thorn Tower Vine Walnut Willow'
).split(' ');

export const STREET_KINDS = ['Street', 'Avenue', 'Lane', 'Road', 'Way', 'Court'];

const PLACE_STARTS = 'Ash Brook Clear Deer East Fair Glen Hart King Lake Mill North Oak Red Stone West'.split(
  ' ',
);
const PLACE_ENDS = 'bury dale field ford ham haven mont port ton view'.split(' ');

/** Names of towns, all different, the same in every run. */
export const PLACES: readonly string[] = PLACE_ENDS.flatMap((end, i) =>
  PLACE_STARTS.map((_, j) => `${PLACE_STARTS[(i * 7 + j) % PLACE_STARTS.length] ?? ''}${end}`),
);

export const STATES = [
  'California',
  'Colorado',
  'Florida',
  'Georgia',
  'Illinois',
  'Michigan',
  'New York',
  'Ohio',
  'Oregon',
  'Pennsylvania',
  'Texas',
  'Washington',
];
