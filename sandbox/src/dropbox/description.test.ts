import { expect, it } from 'vitest';
import type { Fields, Route } from './call.ts';
import { routes } from './routes.ts';
import { problemsOfAnswer, stone } from './testing/described.ts';
import type { RouteDefinition } from './testing/stone.ts';
import { allFields, find } from './testing/stone-values.ts';

it.each(Object.entries(routes))('%s is as Dropbox describes it', (name, route) => {
  const described = stone.routes.get(name)!;
  const { host = 'api', style = 'rpc', scope } = described.attributes;
  expect({ host: route.host, style: route.style }).toEqual({ host, style });
  if (route.scope) expect(route.scope).toBe(scope);
  expect(fieldsOf(route)).toEqual(describedFields(described));
});

it('answers every call for files that Dropbox describes and has not deprecated', () => {
  const described = [...stone.routes].filter(
    ([, { namespace, isDeprecated }]) => namespace === 'files' && !isDeprecated,
  );
  expect(described.length).toBeGreaterThan(50);
  expect(described.map(([name]) => name).filter((name) => !Object.hasOwn(routes, name))).toEqual([]);
});

it('notices what the description does not have', () => {
  const folder = { name: 'New', id: 'id:new', path_lower: '/new' };
  const wrong = (metadata: object) =>
    problemsOfAnswer({ route: 'files/create_folder_v2', status: 200, body: { metadata } });
  expect(wrong(folder)).toEqual([]);
  expect(wrong({ ...folder, '.tag': 'folder' })).toEqual(['$.metadata: unknown field .tag']);
  expect(wrong({ name: 'New' })).toEqual(['$.metadata.id: String is missing']);
  const body = { error_summary: 'path/none/...', error: { '.tag': 'path', path: { '.tag': 'none' } } };
  expect(problemsOfAnswer({ route: 'files/delete_v2', status: 409, body })).toEqual(['$: .tag is "path"']);
});

/** Each with a sign for whether it may be null or missing. */
const fieldsOf = ({ fields }: Route) =>
  fields &&
  Object.entries<string>(fields satisfies Fields)
    .map(([field, kind]) => `${field}${sign(kind)}`)
    .sort();
const sign = (kind: string) => /[?=]$/.exec(kind)?.[0] ?? '';

function describedFields({ namespace, argument }: RouteDefinition) {
  if (argument.name === 'Void') return null;
  const fields = allFields(stone, find(stone, namespace, argument.name)!);
  return fields.map(({ name, type, hasDefault }) => `${name}${type!.isNullable ? '?' : hasDefault ? '=' : ''}`).sort();
}
