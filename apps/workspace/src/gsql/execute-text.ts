/** Runs GSQL text like the shell, within the limits of this workspace. */
import type { ShellOptions } from '@acacia/engine';
import type { HeldAnswer } from '../http/held-answers.ts';
import { sessionOf, type Services } from '../services.ts';
import { limitedOutput } from './response-size.ts';

/**
 * Returns the return code, and the graph in use after the last statement. `held` counts the memory of the answer that
 * takes the output.
 */
export async function executeText(
  { engine, files, settings, statements, udf }: Services,
  options: ShellOptions,
  text: string,
  graph: string | null,
  write: (output: string) => void,
  held: HeldAnswer,
): Promise<{ readonly returnCode: number; readonly graph: string | null }> {
  const session = sessionOf(graph);
  const limited = limitedOutput(write, settings.number('GSQL.QueryResponseMaxSizeByte'), held);
  const returnCode = await statements.track(options.signal, (signal) =>
    engine.executeGsql(text, session, (part) => limited(udf.explain(part)), {
      ...options,
      signal,
      baseDir: files.folder,
    }),
  );
  return { returnCode, graph: session.graph };
}
