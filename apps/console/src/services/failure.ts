/** The kinds of failures to load, and their sentences (docs/adr/0042-loaders-and-one-error-funnel.md). */
import { gap, t } from '@acacia/texts';
import { CloudError, WorkspaceError } from '@acacia/api-client';
import { errorText } from '@acacia/ui';

/** `away`: no answer at all; `signedOut`: 401; `denied`: 403; `missing`: 404; `fault`: anything else. */
export type FailureKind = 'away' | 'signedOut' | 'denied' | 'missing' | 'fault';

const KINDS: Readonly<Record<number, FailureKind>> = {
  0: 'away',
  401: 'signedOut',
  403: 'denied',
  404: 'missing',
};

const isAnswer = (error: unknown): error is CloudError | WorkspaceError =>
  error instanceof CloudError || error instanceof WorkspaceError;

export const failureKind = (error: unknown): FailureKind =>
  isAnswer(error) ? (KINDS[error.status] ?? 'fault') : 'fault';

/** Whether the organisation refused for want of a second factor. */
export const wantsSecondFactor = (error: unknown): error is CloudError =>
  error instanceof CloudError && error.details.some(({ Type }) => Type === 'Second-Factor-Needed');

/** The refusal by a role, as the contract's policy words it for logs. */
const BY_ROLE = /^operation denied: /;

/** Sentence for a part of a page that could not be loaded. */
export function partFailure(error: unknown): string {
  const text = errorText(error);
  switch (failureKind(error)) {
    case 'away':
    case 'missing':
      return text;
    case 'signedOut':
      return t`Your session has ended. Sign in again.`;
    case 'denied':
      return error instanceof Error && BY_ROLE.test(error.message)
        ? t`Your roles do not allow this. Ask your organization's administrator.`
        : text;
    case 'fault':
      return isAnswer(error) ? t`Server error: ${text}` : text;
  }
}

interface PageFailure {
  readonly title: string;
  readonly text: string;
}

/** Title and text of a page that is shown in place of one that could not be loaded. */
export function pageFailure(error: unknown): PageFailure {
  switch (failureKind(error)) {
    case 'away':
      return awayFailure(errorText(error));
    case 'signedOut':
      return {
        title: t`Your session has ended`,
        text: t`Sign in again to come back to this page.`,
      };
    case 'denied':
      return { title: t`This page is not available to you`, text: partFailure(error) };
    case 'missing':
      return { title: t`Page not found`, text: errorText(error) };
    case 'fault':
      return {
        title: t`Oops! Something went wrong`,
        text: t`Your data is safe. Try again; if it happens again, report the text below.`,
      };
  }
}

/** The first sentence says what is away, the others what to look at. */
function awayFailure(text: string): PageFailure {
  const [title = text, ...rest] = text.split(/(?<=\.) |(?<=。)(?=.)/);
  return {
    title: title.replace(/[.。]$/, ''),
    text: [...rest, t`This page continues by itself as soon as there is an answer.`].join(gap),
  };
}
