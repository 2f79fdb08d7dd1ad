/** SHOW PACKAGE: the one package that there is, of functions of vectors (TigerVector, "Vector Built-in Functions"). */
import type { ShellContext } from './shell.ts';

const FUNCTIONS: readonly string[] = [
  'cosine_distance(list<double> list1, list<double> list2) RETURNS (float)',
  'dimension_count(list<double> list1) RETURNS (int)',
  'distance(list<double> list1, list<double> list2, string metric) RETURNS (float)',
  'elements_sum(list<double> list1) RETURNS (float)',
  'ip_distance(list<double> list1, list<double> list2) RETURNS (float)',
  'kth_element(list<double> list1, int kth_index) RETURNS (float)',
  'l2_distance(list<double> list1, list<double> list2) RETURNS (float)',
  'norm(list<double> list1, string metric) RETURNS (float)',
];

const PACKAGES = ['gds', 'gds.vector'];

/** Packages whose names fit; of one that is named itself what is in it. */
export const showPackages = (
  { print }: ShellContext,
  name: string | undefined,
  fits: (name: string) => boolean,
): void => {
  if (name === 'gds.vector') {
    print('Packages "gds.vector":');
    print('  - Object:');
    print('    - Functions:');
    for (const each of FUNCTIONS) print(`        - gds.vector.${each} (installed)`);
    return;
  }
  print('Packages on global:');
  for (const each of PACKAGES) if (name === undefined ? each === 'gds' : fits(each)) print(`  - ${each}`);
  if (name !== 'gds') return;
  print('    - Sub-Packages:');
  print('      - gds.vector');
};
