import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { atDatabase } from '../global-setup.ts';
import { launch, type RunningProgram } from './program.ts';
import { addressOf } from './worker-process.ts';

/** A folder and a database for programs that a test starts as operators do. `close` removes them. */
export interface OwnInstallation {
  dir: string;
  /** The database as a setting, and a client of it. */
  url: string;
  inside: pg.Client;
  run(settings: Record<string, string>): Promise<RunningProgram>;
  close(): Promise<void>;
}

export async function ownInstallation(name: string, template = 'template1'): Promise<OwnInstallation> {
  const database = `${name}_${newId().replaceAll('-', '')}`;
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-own-'));
  // Programs give up root, and must be able to reach what is in it.
  await chmod(dir, 0o755);
  const admin = new pg.Client(inject('postgres'));
  await admin.connect();
  await admin.query(`create database ${database} template ${template}`);
  const inside = new pg.Client(atDatabase(inject('postgres'), database));
  await inside.connect();
  const programs: RunningProgram[] = [];
  return {
    dir,
    url: addressOf({ database }, 'sheaf'),
    inside,
    async run(settings) {
      const program = await launch(settings);
      programs.push(program);
      return program;
    },
    async close() {
      for (const { child, ended } of programs) {
        child.kill('SIGKILL');
        await ended;
      }
      await inside.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
