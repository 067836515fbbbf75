import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { askAgain } from './ask-again.ts';

it('keeps what is newer than the answer that was on its way', async () => {
  const client = new QueryClient();
  const queryKey = ['account'];
  const answers: ((status: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn: ask });
  const leave = observer.subscribe(() => {});
  const shown = () => client.getQueryData(queryKey);
  answers[0]!('connected');
  await vi.waitFor(() => expect(shown()).toBe('connected'));

  void client.invalidateQueries({ queryKey });
  client.setQueryData(queryKey, 'synced');
  askAgain(client, queryKey);
  answers[1]!('syncing');
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  expect(shown()).toBe('synced');
  answers[2]!('synced');
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(shown()).toBe('synced');

  askAgain(client, queryKey);
  expect(client.isFetching()).toBe(0);
  leave();
});
