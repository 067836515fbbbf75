import { gatherFor } from '../server/src/features/search/query/statistics.ts';
import { postmasterOf } from './src/processor-time.ts';
import { measureSearch } from './src/search-cases.ts';
import { seedPassages } from './src/seed-passages.ts';
import { inWorld } from './src/world.ts';

/**
 * Search among a million documents with two million passages over HTTP, as an ordinary member, each time for other words:
 * `node bench/search.ts [seconds] [connections] [documents] [shared_buffers]`. PostgreSQL has the memory that docs/scale.md asks
 * for at this size, and not the 256 MB of an installation that begins.
 */

const effort = { seconds: Number(process.argv[2] ?? 5), connections: Number(process.argv[3] ?? 8) };
const number = Number(process.argv[4] ?? 1_000_000);

await inWorld(
  async (world) => {
    const { words, english } = await seedPassages(world, number);
    const began = performance.now();
    await gatherFor(world.db, world.organizationId);
    console.log(`statistics gathered in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    console.log(
      `${number} documents, ${number * 2} passages; ${effort.connections} connections, ${effort.seconds} s each\n`,
    );
    const pids = { server: world.pid, postgres: postmasterOf(world.connection.host) };
    await measureSearch({ ...world, pids, documents: number, words, english }, effort);
  },
  {},
  undefined,
  { shared_buffers: process.argv[5] ?? '4GB' },
);
