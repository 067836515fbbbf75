import { type drive_v3, drive as makeClient } from '@googleapis/drive';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { departures } from '../description/described.ts';
import { type GoogleSandbox, startGoogle } from '../server.ts';

/** A sandbox and Google's own client of its Drive. A test fails where an answer is not as Google describes it. */
export function inspectedDrive(options: Parameters<typeof startGoogle>[0] = {}) {
  const world = {} as { google: GoogleSandbox; drive: drive_v3.Drive };
  const wrong: string[] = [];
  beforeAll(async () => {
    world.google = await startGoogle({
      ...options,
      inspect(method, path, { status, headers, body }) {
        if (status < 300 && headers?.['content-type']?.startsWith('application/json') && path.startsWith('/drive/v3/'))
          wrong.push(...departures(method, path, JSON.parse(String(body))));
      },
    });
    const { accessToken } = world.google.control.authorize({ person: 'ada' });
    world.drive = makeClient({
      version: 'v3',
      rootUrl: `${world.google.url}/`,
      headers: { authorization: `Bearer ${accessToken}` },
      retryConfig: { retry: 0 },
    });
  });
  afterAll(() => world.google.stop());
  afterEach(() => {
    const found = wrong.splice(0);
    if (found.length > 0) throw new Error(`Not as Google describes it:\n${found.join('\n')}`);
  });
  return world;
}
