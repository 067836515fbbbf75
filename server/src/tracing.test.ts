import { execFileSync } from 'node:child_process';
import { contract } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jobHandlers } from './features/index.ts';
import { enqueue, jobType } from './jobs/queue.ts';
import { startWorker } from './jobs/worker.ts';
import { openTracing, type TracingSettings } from './platform/tracing/index.ts';
import { person } from './testing/people.ts';
import { startTraceCollector } from './testing/servers/trace-collector.ts';
import { connectAccount } from './testing/sign-in/consent.ts';
import { testApp } from './testing/test-app.ts';

const settingsFor = (endpoint: string): TracingSettings => ({
  endpoint,
  headers: { authorization: 'Bearer for-the-collector' },
  serviceName: 'sheaf-test',
  resource: { 'deployment.environment': 'tests' },
  sampler: 'parentbased_always_on',
  ratio: 1,
});

const collector = await forThisFile(startTraceCollector());
const tracing = await forThisFile(openTracing(settingsFor(collector.endpoint)));
const dropbox = await forThisFile(startDropbox({ samples: false }));
dropbox.control.write({ person: 'ada', path: '/private-file-name.txt', text: 'private content' });
const app = await forThisFile(testApp({}, { dropbox }, { tracing }));
const ada = await person(app);

test('puts a request, the job it queues and the calls to the cloud into one trace, without private data', async () => {
  const account = await connectAccount(ada, 'dropbox', 'ada');
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { ...ada.headers, traceparent: `00-${traceId}-${spanId}-01` };
  await app.as(headers)(contract.sources.syncNow, { params: { id: account.id } });
  await app.as(ada.headers)(contract.documents.list, { query: { search: 'private-search' } });
  dropbox.control.fail({ action: { kind: 'status', status: 503 } });
  const worker = await startWorker(app.services, jobHandlers);
  const ofTrace = (start: string) =>
    collector.spans().filter((span) => span.traceId === traceId && span.name.startsWith(start));
  await expect
    .poll(() => ofTrace('POST dropbox').some(({ attributes }) => attributes['http.request.resend_count'] === 1))
    .toBe(true);
  await expect.poll(() => ofTrace('job sync.run').length).toBeGreaterThan(0);
  await worker.stop();

  const [request] = ofTrace('POST /api/sources');
  const [job] = ofTrace('job sync.run');
  expect(request).toMatchObject({ parentSpanId: spanId, attributes: { 'http.response.status_code': 200 } });
  expect(request!.attributes['http.route']).toBe('/api/sources/sync/:id');
  expect(job).toMatchObject({ parentSpanId: request!.spanId, attributes: { 'sheaf.job': 'sync.run' } });
  const calls = ofTrace('POST dropbox').filter(({ parentSpanId }) => parentSpanId === job!.spanId);
  expect(calls.map(({ attributes }) => attributes)).toContainEqual(
    expect.objectContaining({
      'sheaf.app': 'dropbox',
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 503,
      'http.request.resend_count': 0,
    }),
  );

  expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer for-the-collector' });
  expect(collector.spans().length).toBeGreaterThan(5);
  const sent = collector.bodies.join('\n');
  expect(sent).toContain('sheaf-test');
  const hidden = [ada.token, ada.email, ada.organizationId, account.id, 'private-', '?search', '/files/', 'Bearer'];
  for (const text of hidden) expect(sent).not.toContain(text);
});

test('keeps the keys of jobs, and adds one only to jobs that were queued in a trace', async () => {
  const { db } = app.services;
  const type = jobType<{ turn: number }>('tracing.test');
  const rows = async () =>
    (
      await sql<{ flags: Record<string, boolean> | null; payload: unknown }>`select j.flags, p.payload
        from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.key = 'one'`.execute(db)
    ).rows;
  await enqueue(db, type, { turn: 1 }, { key: 'one' });
  expect(await rows()).toEqual([{ flags: { keyed: true }, payload: { turn: 1 } }]);
  const span = tracing.start('request', 'test', {});
  await span.run(() => enqueue(db, type, { turn: 2 }, { key: 'one' }));
  span.end();
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row!.payload).toEqual({ turn: 2 });
  expect(Object.keys(row!.flags!).sort()).toEqual([
    'keyed',
    expect.stringMatching(/^trace:00-[\da-f]{32}-[\da-f]{16}-01$/),
  ]);
});

test.each(['away', 'silent'])('works with a collector that is %s', async (how) => {
  const broken = await startTraceCollector({ silent: true });
  if (how === 'away') await broken.stop();
  const lost = await openTracing(settingsFor(broken.endpoint));
  const other = await testApp({}, {}, { tracing: lost });
  const who = await person(other);
  // More than the queue of spans holds.
  for (let count = 0; count < 3_000; count++) lost.start('call', 'GET cloud', {}).end();
  const { data } = await who.call(contract.documents.list, { query: {} });
  expect(data).toEqual([]);
  await other.close();
  if (how === 'silent') {
    await expect.poll(() => broken.bodies.length).toBeGreaterThan(0);
    await broken.stop();
  }
  await lost.stop();
});

test('loads OpenTelemetry only if traces are wanted', () => {
  const loaded = (settings: TracingSettings | null) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', countLoaded(settings)], { encoding: 'utf8' });
  expect(Number(loaded(null))).toBe(0);
  expect(Number(loaded(settingsFor('http://127.0.0.1:1')))).toBeGreaterThan(10);
});

const countLoaded = (settings: TracingSettings | null) => `
  import { registerHooks } from 'node:module';
  let count = 0;
  registerHooks({ load: (url, context, next) => { if (url.includes('@opentelemetry')) count++; return next(url, context); } });
  const { openTracing } = await import(${JSON.stringify(import.meta.resolve('./platform/tracing/index.ts'))});
  await openTracing(${JSON.stringify(settings)});
  console.log(count);
  process.exit(0);`;
