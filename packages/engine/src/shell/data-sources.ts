/** CREATE, GRANT, REVOKE, DROP and SHOW DATA_SOURCE. */
import type { Ast } from '@acacia/language';
import type { Catalog } from '../catalog/catalog.ts';
import {
  addDataSource,
  dropDataSource,
  dataSourcesOf,
  grantDataSource,
  setDataSource,
} from '../catalog/data-sources.ts';
import { checkSource } from '../load/check-source.ts';
import { readSettingsFile } from '../load/settings-file.ts';
import { parseSettings, type Settings } from '../load/settings-text.ts';
import { keysLostError } from '../storage/data-source-keys.ts';
import { personOf, type ShellContext } from './shell.ts';

export async function dataSourceStatement(
  context: ShellContext,
  statement: Ast.DataSourceStatement,
): Promise<void> {
  const { store, keys, print } = context;
  const change = (how: (catalog: Catalog) => Catalog): Promise<void> => store.changeCatalog(how);
  switch (statement.action) {
    case 'create': {
      const name = statement.name.text;
      const given = statement.config === undefined ? {} : readSettings(context, statement.config);
      const settings = withType(given, statement.type);
      const graph = statement.graph?.text ?? null;
      await checkSource(name, settings, context.loads.network);
      const kept = await keys.seal(name, settings);
      await change((catalog) => addDataSource(catalog, name, graph, kept));
      return print(`Successfully created ${graph === null ? '' : 'local '}data sources: [${name}].`);
    }
    case 'grant':
    case 'revoke': {
      const grants = statement.action === 'grant';
      const [name, graph] = [statement.name.text, statement.graph.text];
      await change((catalog) => grantDataSource(catalog, name, graph, grants));
      return print(
        `Successfully ${grants ? 'granted' : 'revoked'} data source '${name}' ${grants ? 'to' : 'from'} graph '${graph}'.`,
      );
    }
    case 'drop': {
      const names = statement.names === '*' ? droppable(context) : statement.names.map(({ text }) => text);
      await change((catalog) => names.reduce(dropDataSource, catalog));
      return print(`Successfully dropped data sources: [${names.join(', ')}].`);
    }
    case 'show':
      for (const { name, graphs, settings, keysLost } of dataSourcesOf(
        store.catalog,
        context.session.graph,
        (entry) => keys.isLost(entry),
      )) {
        if (statement.name !== undefined && statement.name.text !== name) continue;
        const whose = graphs === null ? 'Global' : graphs.join(', ');
        print(`- ${name} (${whose}): ${JSON.stringify(settings)}`);
        if (keysLost) print(`  ${keysLostError([name]).message}`);
      }
  }
}

/** All; in a graph those that it alone may read from. */
const droppable = ({ store, session }: ShellContext): string[] =>
  [...store.catalog.dataSources.values()]
    .filter(
      ({ graphs }) => session.graph === null || graphs?.every((each) => each === session.graph) === true,
    )
    .map(({ name }) => name);

/** `SET s = "{…}"` for a data source s; false when there is none of this name. */
export async function configureDataSource(
  context: ShellContext,
  name: string,
  text: string,
): Promise<boolean> {
  const entry = context.store.catalog.dataSources.get(name);
  if (entry === undefined) return false;
  const settings = withType(readSettings(context, text), entry.settings['type']);
  await checkSource(name, settings, context.loads.network);
  const kept = await context.keys.seal(name, settings);
  await context.store.changeCatalog((catalog) => setDataSource(catalog, name, kept));
  context.print(`The configuration of data source ${name} is updated.`);
  return true;
}

const withType = (settings: Settings, type: string | undefined): Settings =>
  settings['type'] !== undefined || type === undefined ? settings : { type, ...settings };

/** Settings from JSON text, or from the file at a path. */
function readSettings(context: ShellContext, text: string): Settings {
  if (text.trim().startsWith('{')) return parseSettings(text);
  const where = {
    access: context.access,
    person: personOf(context),
    baseDir: context.options.baseDir ?? '.',
  };
  return readSettingsFile(where, text.trim());
}
