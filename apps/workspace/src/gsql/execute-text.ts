/** Runs GSQL text as the shell does, within the limits of this workspace. */
import type { ShellOptions } from '@acacia/engine';
import { sessionOf, type Services } from '../services.ts';
import { limitedOutput } from './response-size.ts';

/** Gives the return code, and the graph that is in use after the last statement. */
export async function executeText(
  { engine, files, settings, statements, udf }: Services,
  options: ShellOptions,
  text: string,
  graph: string | null,
  write: (output: string) => void,
): Promise<{ readonly returnCode: number; readonly graph: string | null }> {
  const session = sessionOf(graph);
  const limited = limitedOutput(write, settings.number('GSQL.QueryResponseMaxSizeByte'));
  const returnCode = await statements.track(options.signal, (signal) =>
    engine.executeGsql(text, session, (part) => limited(udf.explain(part)), {
      ...options,
      signal,
      baseDir: files.folder,
    }),
  );
  return { returnCode, graph: session.graph };
}
