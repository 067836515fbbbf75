import { expect, it } from 'vitest';
import { generated } from './generate.ts';

it('the tables in the documents are those of the code (npm run generate writes them)', async () => {
  for (const { file, before, after } of await generated()) expect(before, file).toBe(after);
});
