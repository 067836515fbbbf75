import { afterEach, expect, it } from 'vitest';
import { answeredBy } from '../../kit/testing/answered-by.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { createGateway } from '../gateway.ts';
import { readableDrives } from './shared-drives.ts';

const own = testAccount({ urls: { drive: 'https://drive.example', upload: '' }, token: () => 'token' });
afterEach(() => own.close());

const memberOf = (count: number) =>
  createGateway(
    answeredBy(own, (url) => {
      const from = Number(url.searchParams.get('pageToken') ?? 0);
      const drives = Array.from({ length: Math.min(100, count - from) }, (_, at) => ({ id: `d${count - from - at}` }));
      return { kind: 'drive#driveList', drives, ...(from + 100 < count && { nextPageToken: String(from + 100) }) };
    }),
  );

it.each([0, 150, 1_234])('reads all of %i shared drives', async (count) => {
  const { drives, notIncluded } = await readableDrives(memberOf(count));
  expect(drives).toHaveLength(count);
  expect(notIncluded).toMatchObject([{ count: 0 }]);
});

it('reports how many are left out beyond the limit', async () => {
  const { drives, notIncluded } = await readableDrives(memberOf(5_007));
  expect(drives).toHaveLength(5_000);
  expect(notIncluded).toMatchObject([{ what: 'shared drives', count: 7, why: expect.stringContaining('5,000') }]);
});
