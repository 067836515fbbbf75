import { type CallInput, links, organizations, type PublicLink } from '@sheaf/contract';
import { addDocuments, quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import type { TestApp } from '../../../testing/test-app.ts';

export const allowLinks = (owner: TestPerson, links_allowed = true) =>
  owner.call(organizations.updateSecurity, { body: { links_allowed } });

type Wanted = Partial<NonNullable<CallInput<typeof links.create>['body']>>;

export const linkTo = async (who: TestPerson, document_id: string, wanted: Wanted = {}): Promise<PublicLink> =>
  (await who.call(links.create, { body: { downloads: true, ...wanted, document_id } })).data;

export const tokenOf = ({ url }: Pick<PublicLink, 'url'>): string => url!.split('/').at(-1)!;

/**
 * A workspace that allows links, with a top folder that contains a shared folder with content, and a file beside it.
 */
export async function linkedWorkspace(app: TestApp) {
  const me = await person(app);
  await allowLinks(me);
  const account = await quietAccount(app, me);
  const [top] = await addDocuments(app, me, account, [{ name: 'Top secret', folder: true }]);
  const [folder] = await addDocuments(app, me, account, [{ name: 'Shared folder', folder: true, parent: top! }]);
  const [inner] = await addDocuments(app, me, account, [{ name: 'Inner', folder: true, parent: folder! }]);
  const [file, deep, beside] = await addFiles(app, me, account, [
    { name: 'plan.txt', bytes: 'the plan', parent: folder! },
    { name: 'deep.docx', bytes: 'deep down', parent: inner! },
    { name: 'salaries.txt', bytes: 'confidential', parent: top! },
  ]);
  return {
    me,
    account,
    top: top!,
    folder: folder!,
    inner: inner!,
    file: file!,
    deep: deep!,
    beside: beside!,
  };
}
