import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { askAgain } from './ask-again.ts';

it('keeps data that is newer than an answer in flight', async () => {
  const client = new QueryClient();
  const queryKey = ['account'];
  const answers: ((status: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn: ask });
  const leave = observer.subscribe(() => {});
  const shown = () => client.getQueryData(queryKey);
  answers[0]!('connected');
  await expect.poll(shown).toBe('connected');

  void client.invalidateQueries({ queryKey });
  client.setQueryData(queryKey, 'synced');
  askAgain(client, queryKey);
  answers[1]!('syncing');
  await expect.poll(() => answers).toHaveLength(3);
  expect(shown()).toBe('synced');
  answers[2]!('synced');
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(shown()).toBe('synced');

  askAgain(client, queryKey);
  expect(client.isFetching()).toBe(0);
  leave();
});
