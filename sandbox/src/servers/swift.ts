import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';

export interface S3Server extends ServerProcess {
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** It starts four Python programs, perhaps on a busy machine. */
const PATIENCE_MS = 60_000;
/** With Swift’s own half second, a busy machine makes the store refuse everything for a minute. */
const PATIENT = 'conn_timeout = 20\nnode_timeout = 60';
const PARTS = ['account', 'container', 'object'] as const;
type Part = (typeof PARTS)[number];

/** OpenStack Swift with its S3 interface, on one disk and with one copy of everything. It starts without a bucket. */
export async function startSwift(proxy: string): Promise<S3Server> {
  const own = await mkdtemp(join(tmpdir(), 'sheaf-swift-'));
  const programs = dirname(proxy);
  await mkdir(join(own, 'disks', 'd1'), { recursive: true });
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  await run('/usr/bin/python3', ['-c', ringScript(own, ports)]);
  const started: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  };
  const start = async (program: string, configuration: string, port: number) => {
    const path = join(own, `${program}.conf`);
    await writeFile(path, configuration);
    started.push(await startProcess(join(programs, program), [path], port, PATIENCE_MS));
  };
  try {
    const port = await freePort();
    const starting = [
      ...PARTS.map((part) => start(`swift-${part}-server`, partConfiguration(own, part, ports[part]), ports[part])),
      start('swift-proxy-server', proxyConfiguration(own, port), port),
    ];
    // Waits for all of them, so that none is left that starts later.
    await Promise.allSettled(starting);
    await Promise.all(starting);
    return { url: `http://127.0.0.1:${port}`, accessKeyId: 'test:tester', secretAccessKey: 'testing', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const run = promisify(execFile);

/** The ring: all parts of the data are on the one disk. */
const ringScript = (own: string, ports: Record<Part, number>) => `
from swift.common.ring import RingBuilder
for name, port in ${JSON.stringify(ports)}.items():
    builder = RingBuilder(2, 1, 0)
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1, ip='127.0.0.1', port=port, device='d1',
        replication_ip='127.0.0.1', replication_port=port, meta=''))
    builder.rebalance()
    builder.get_ring().save(${JSON.stringify(own)} + '/' + name + '.ring.gz')
`;

const common = (own: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${own}
log_level = CRITICAL
`;

const partConfiguration = (own: string, part: Part, port: number) => `${common(own, port)}
devices = ${join(own, 'disks')}
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
recon_cache_path = ${own}
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
${PATIENT}
container_update_timeout = 60
`;

const proxyConfiguration = (own: string, port: number) => `${common(own, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 100000
${PATIENT}
# Its users need a cache to be named; without one at that address everything is looked up each time.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
${['catch_errors', 'gatekeeper', 'listing_formats', 'copy', 'slo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}`)
  .join('\n')}
`;
