/** A terminal of a test: what a command prints, and with which code it ends. */
import { run } from '../../apps/cli/src/program.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Around {
  readonly env: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly columns?: number;
  readonly input?: string;
  /** Answer of the person to each question; absent: there is no person. */
  readonly answer?: string;
  /** Called with each text on standard error, as it comes. */
  readonly onError?: (text: string) => void;
}

export async function acacia(words: readonly string[], around: Around): Promise<Ended> {
  let out = '';
  let err = '';
  const code = await run(
    {
      env: around.env,
      folder: around.folder ?? '/',
      columns: around.columns,
      isInteractive: around.answer !== undefined,
      out: (text) => void (out += text),
      err(text) {
        err += text;
        around.onError?.(text);
      },
      readInput: async () => around.input ?? '',
      async ask(question) {
        err += question;
        return around.answer ?? '';
      },
    },
    words,
  );
  return { code, out, err };
}
