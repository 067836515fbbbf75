import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { ask } from './ask/ask.ts';
import { changeSettings, readSettings } from './settings.ts';
import { suggestions } from './suggestions.ts';
import { exportThread } from './threads/export-thread.ts';
import { giveFeedback, messagesOf } from './threads/messages.ts';
import { changeThread, createThread, findThread, pageOfThreads, removeThread } from './threads/threads.ts';

const calls = contract.ai;

export const aiRoutes = [
  answer(calls.threads, ({ viewer, query }, services) => pageOfThreads(services, viewer, query)),
  answer(calls.createThread, ({ viewer, body }, services) => createThread(services, viewer, body)),
  answer(calls.thread, async ({ viewer, params }, services) => {
    const thread = await findThread(services, viewer, params.id);
    return { thread, messages: await messagesOf(services.db, viewer, thread.id) };
  }),
  answer(calls.changeThread, ({ viewer, params, body }, services) => changeThread(services, viewer, params.id, body)),
  answer(calls.removeThread, ({ viewer, params }, services) => removeThread(services, viewer, params.id).then(done)),
  answer(calls.ask, ({ viewer, params, body, client }, services) =>
    ask(services, viewer, params.id, body, client.takesEvents),
  ),
  answer(calls.feedback, ({ viewer, params, body }, services) =>
    giveFeedback(services, viewer, params.id, body.feedback).then(done),
  ),
  answer(calls.exportThread, ({ viewer, params }, services) => exportThread(services, viewer, params.id)),
  answer(calls.suggestions, ({ viewer }, services) => suggestions(services, viewer)),
  answer(calls.settings, ({ viewer }, services) => readSettings(services, viewer)),
  answer(calls.changeSettings, ({ viewer, body }, services) => changeSettings(services, viewer, body)),
];
