import { afterEach, expect, it } from 'vitest';
import { answeredBy } from '../../kit/testing/answered-by.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { createGateway } from '../gateway.ts';
import { followedLibraries, leftOutOf } from './libraries.ts';

const graph = 'https://graph.example/v1.0';
const own = testAccount({ urls: { graph }, token: () => 'token' });
afterEach(() => own.close());

/**
 * Simulates a company whose person follows the given number of sites, each with the given number of libraries; both
 * lists have two entries per page.
 */
function company(sites: number, libraries: number) {
  const page = (url: URL, all: object[], size: number) => {
    const from = Number(url.searchParams.get('from') ?? 0);
    const next = new URL(url);
    next.searchParams.set('from', String(from + size));
    return {
      value: all.slice(from, from + size),
      ...(from + size < all.length && { '@odata.nextLink': next.href }),
    };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  return answeredBy(own, (url) => {
    const site = /\/sites\/(\w+)\/drives$/.exec(url.pathname)?.[1];
    // The order differs from that of the ids.
    if (site === undefined)
      return page(
        url,
        numbers(sites).map((at) => ({ id: `site${sites - at}`, displayName: `Site ${sites - at}` })),
        2,
      );
    return page(
      url,
      numbers(libraries).map((at) => ({ id: `${site}-${libraries - at}`, name: `Library ${libraries - at}` })),
      libraries > 10 ? 300 : 2,
    );
  });
}

it('returns all libraries of all sites, whatever their number of pages and their order', async () => {
  const { libraries, isComplete, leftOut } = await followedLibraries(createGateway(company(9, 5)));
  expect(libraries).toHaveLength(45);
  expect(libraries.map(({ id }) => id)).toEqual(libraries.map(({ id }) => id).sort());
  expect(libraries).toContainEqual({ id: 'site7-3', name: 'Site 7 - Library 3' });
  expect([isComplete, leftOut]).toEqual([true, 0]);
});

it('reports how many are left out beyond the limit', async () => {
  const followed = await followedLibraries(createGateway(company(1, 520)));
  expect(followed.libraries).toHaveLength(500);
  expect(leftOutOf(followed)).toMatchObject([{ what: 'SharePoint libraries', count: 20 }]);
});
