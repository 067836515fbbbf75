import { type Call, type CallInput, contract, type Document } from '@sheaf/contract';

const { documents } = contract;
type Query = NonNullable<CallInput<typeof documents.list>['query']>;
type Who = { call: Call };

/** The path of a document in its account: `/Plans/a.txt`. */
export const pathOf = ({ location, name }: Document): string =>
  `/${[...location.map((folder) => folder.name), name].join('/')}`;

/** The first hundred documents of a person's list. */
export const listed = async ({ call }: Who, query: Query = {}): Promise<Document[]> =>
  (await call(documents.list, { query: { per_page: 100, ...query } })).data;

export const listedPaths = async (who: Who, query: Query = {}): Promise<string[]> =>
  (await listed(who, query)).map(pathOf).sort();

/** The id of the document at a path. */
export const idAt = async (who: Who, path: string, query: Query = {}): Promise<string> =>
  (await listed(who, query)).find((document) => pathOf(document) === path)!.id;

/** Creates a folder in My files, at the top level unless a parent is given. Returns its id. */
export const newFolder = async ({ call }: Who, name: string, parent_id: string | null = null): Promise<string> =>
  (await call(documents.createFolder, { body: { name, parent_id } })).data.id;
