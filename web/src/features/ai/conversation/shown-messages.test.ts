import type { AiMessage } from '@sheaf/contract';
import { expect, it } from 'vitest';
import type { RunningAnswer } from '../running-answers.ts';
import { shownMessages } from './shown-messages.ts';

const message = (id: string, role: AiMessage['role'], content = id): AiMessage => ({
  id,
  role,
  content,
  model: null,
  citations: [],
  supported: true,
  status: 'done',
  feedback: null,
  created_at: '2026-01-01T00:00:00Z',
});
const running = (content: string, changes: Partial<RunningAnswer> = {}, replaces?: string): RunningAnswer => ({
  question: { content, replaces },
  status: '',
  text: '',
  state: 'running',
  problem: null,
  ...changes,
});
const stored = [message('q1', 'user'), message('a1', 'assistant'), message('q2', 'user'), message('a2', 'assistant')];
const ids = (messages: readonly AiMessage[]) => messages.map(({ id }) => id);

it('shows stored messages', () => {
  expect(shownMessages(stored, undefined)).toEqual({ messages: stored, asked: null, unanswered: null });
  expect(shownMessages(stored.slice(0, 3), undefined).unanswered?.id).toBe('q2');
});

it('adds the question in progress', () => {
  const { messages, asked } = shownMessages(stored, running('new'));
  expect([ids(messages), asked]).toEqual([['q1', 'a1', 'q2', 'a2'], 'new']);
});

it('shows a question once after it is stored', () => {
  expect(ids(shownMessages(stored.slice(0, 3), running('q2')).messages)).toEqual(['q1', 'a1']);
});

it('hides messages being replaced', () => {
  expect(ids(shownMessages(stored, running('edited', {}, 'q1')).messages)).toEqual([]);
});

it('shows a question that failed once, stored or not', () => {
  const failed = { state: 'failed' as const, problem: { message: 'No', code: 'ai_failed' } };
  expect(shownMessages(stored.slice(0, 3), running('q2', failed)).asked).toBeNull();
  expect(shownMessages(stored, running('new', failed)).asked).toBe('new');
});
