/** GSQL texts as at the shell's prompt. */
import { z } from 'zod';
import { GsqlCommandMessage, GsqlCommandRequest } from '../queries.ts';
import { OfGraph, type WorkspaceCalls } from './call.ts';

export const StatementParameters = z.object({
  async: z.stringbool().optional().describe('Answers at once with the id of the request'),
  timeout: z.coerce.number().min(0).optional().describe('Seconds; 0: no limit'),
});

export const shellCalls = {
  'POST /gsql/v1/statements': {
    needs: 'statements',
    about: 'Runs statements and answers with what they print',
    answer: 'text',
    parameters: OfGraph.extend(StatementParameters.shape),
    body: 'text',
  },
  'GET /gsql/v1/statements/:id': {
    needs: 'signedIn',
    about: 'Gives state and output of statements that run in the background',
    results: z.string().nullable(),
    beside: z.object({ endTime: z.string().optional() }),
  },
  'PUT /gsql/v1/statements/:id/cancel': {
    needs: 'signedIn',
    about: 'Stops statements that run in the background',
  },
  'POST /api/gsql-command': {
    needs: 'statements',
    about: 'Runs statements and sends their output as it comes',
    answer: 'events',
    body: GsqlCommandRequest,
    results: GsqlCommandMessage,
  },
  'POST /gsqlserver/gsql/login': {
    needs: 'public',
    about: "Opens a session of TigerGraph's shell; the body is `user:password` in Base64",
    body: 'text',
    beside: z.object({
      isClientCompatible: z.boolean(),
      welcomeMessage: z.string(),
      shellPrompt: z.string(),
    }),
  },
  'POST /gsqlserver/gsql/file': {
    needs: 'statements',
    about: "Runs statements for TigerGraph's shell, with its directives between the lines",
    answer: 'text',
    body: 'text',
  },
  'POST /gsqlserver/gsql/command': {
    needs: 'statements',
    about: "Runs statements for TigerGraph's shell at its prompt",
    answer: 'text',
    body: 'text',
  },
  'POST /gsqlserver/gsql/help': {
    needs: 'signedIn',
    about: "Prints the shell's help",
    answer: 'text',
    body: 'text',
  },
  'POST /gsqlserver/gsql/version': {
    needs: 'signedIn',
    about: 'Prints the version',
    answer: 'text',
    body: 'text',
  },
  'POST /gsqlserver/gsql/reset': {
    needs: 'signedIn',
    about: 'Begins the session of the shell anew: the client keeps it, and nothing is left here',
    answer: 'text',
    body: 'text',
  },
  'POST /gsqlserver/gsql/abortclientsession': {
    needs: 'signedIn',
    about: 'Ends the session of the shell: statements end with their connection',
    answer: 'text',
    body: 'text',
  },
  'POST /gsqlserver/gsql/getinfo': {
    needs: 'signedIn',
    about: 'Gives names for completion at the prompt',
    refused: 'Names for completion are in the schema and the lists of queries: this call is not documented.',
  },
  'POST /gsqlserver/gsql/dialog': {
    needs: 'signedIn',
    about: 'Answers a question of the shell',
    refused: 'Nothing is asked at this prompt: write passwords and answers into the statement.',
  },
} as const satisfies WorkspaceCalls;
