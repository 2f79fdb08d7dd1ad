/** Actions that a workspace's solution allows, in the words of the specification (part 2, sections 4 and 8). */
import { said, t } from '@acacia/texts';
import {
  NO_INSTALL_RIGHT,
  workspaceCan,
  type SolutionInstance,
  type SolutionStatus,
  type Workspace,
} from '@acacia/contract';
import type { StatusTone } from '@acacia/ui';

interface Shown {
  readonly text: string;
  /** null: neither good nor bad, because nothing is there. */
  readonly tone: StatusTone | null;
}

export const SOLUTION_SHOWN: Readonly<Record<SolutionStatus, Shown>> = {
  install_pending: { text: t`Initializing`, tone: 'progress' },
  uninstall_pending: { text: t`Deleting solution`, tone: 'progress' },
  installed: { text: t`Installed`, tone: 'positive' },
  uninstalled: { text: t`Ready`, tone: null },
  install_error: { text: t`Failed`, tone: 'negative' },
  uninstall_error: { text: t`Failed`, tone: 'negative' },
};

/**
 * Why a solution cannot be installed in a workspace; undefined when it can.
 * @param may whether the person's roles allow it there
 * @param there the workspace's solution, if any
 */
export function installRefusal(
  workspace: Workspace,
  solutionId: string,
  there: SolutionInstance | undefined,
  may: boolean,
): string | undefined {
  if (!may) return said(NO_INSTALL_RIGHT);
  const verdict = workspaceCan('installSolution', workspace);
  if (!verdict.allowed) return said(verdict.reason);
  if (there === undefined) return undefined;
  // A failed attempt is taken up again.
  if (there.solution_status === 'install_error' && there.solution_catalog_id === solutionId) return undefined;
  return t`It has the solution ${there.name} already. Uninstall that first.`;
}

/** A name for installing a solution: its own, as far as the rule for names allows. */
export const suggestedName = (title: string): string => title.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 48);

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

const HEAD = /^#File: (.+)\n/gm;

/** The files in a text of a solution, each of which follows a line with its name. */
export function filesIn(text: string): SourceFile[] {
  const heads = [...text.matchAll(HEAD)];
  return heads.map((head, index) => ({
    name: head[1] ?? '',
    text: text.slice(head.index + head[0].length, heads[index + 1]?.index).trimEnd(),
  }));
}
