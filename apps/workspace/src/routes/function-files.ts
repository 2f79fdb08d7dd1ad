/** Files of user-defined functions, and the functions of loading jobs (GSQL server endpoints, "User Defined Objects"). */
import { PutFunctionFiles, SaveUdf, UdfName } from '@acacia/contract';
import { tokenFunctions } from '@acacia/language';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import type { Services } from '../services.ts';

/** TigerGraph has each file of queries twice, `tg_` for those of the operator; here they are one. @throws Problem */
function fileNamed(text: string): UdfName {
  const name = UdfName.safeParse(text.trim().replace(/^tg_/, ''));
  if (!name.success) throw problem('noUdfFile', { name: text, known: UdfName.options.join(', ') });
  return name.data;
}

export function functionFileRoutes(on: Register, { udf }: Services): void {
  on('GET /gsql/v1/udt/files', () =>
    gsql(Object.fromEntries(UdfName.options.map((name) => [name, udf.read(name)]))),
  );
  on('GET /gsql/v1/udt/files/:name', (request) => {
    const name = fileNamed(pathPart(request, 'name'));
    return gsql({ [name]: udf.read(name) });
  });
  /** @throws Problem when the text is too long */
  const save = async (name: UdfName, text: string): Promise<void> => {
    const checked = SaveUdf.safeParse({ udf: text });
    if (!checked.success) throw problem('udfRefused', { name, why: checked.error.issues[0]?.message ?? '' });
    await udf.save(name, checked.data.udf);
  };
  on('PUT /gsql/v1/udt/files', async (request) => {
    const files = jsonBody(request, PutFunctionFiles).files.map(({ Name, Content }) => ({
      name: fileNamed(Name),
      text: Content,
    }));
    for (const { name, text } of files) await save(name, text);
    return gsql(null, `All files get updated: [${files.map(({ name }) => name).join(', ')}].`);
  });
  on('PUT /gsql/v1/udt/files/:name', async (request) => {
    const name = fileNamed(pathPart(request, 'name'));
    await save(name, bodyText(request));
    return gsql(null, `Successfully update file: ${name}`);
  });
  on('DELETE /gsql/v1/udt/files', async (request) => {
    const given = searchParams(request).get('name') ?? '';
    if (given === '') throw problem('parameterMissing', { name: 'name' });
    const names = given.split(',').map(fileNamed);
    for (const name of names) await udf.save(name, '');
    return gsql(null, `Successfully removed the function files: [${names.join(', ')}].`);
  });

  const functions = tokenFunctions();
  on('GET /gsql/v1/udt/token-functions', () => gsql(functions));
  on('GET /gsql/v1/udt/token-functions/:name', (request) => {
    const name = pathPart(request, 'name');
    const found = functions.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw problem('noTokenFunction', { name });
    return gsql(found);
  });
}
