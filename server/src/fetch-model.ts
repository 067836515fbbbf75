import { dirname, resolve } from 'node:path';
import { ConfigError, readConfig } from './config/config.ts';
import {
  defaultModelFolder,
  FetchProblem,
  fetchModel,
  installRuntime,
  ModelProblem,
  openEmbedder,
} from './meaning/index.ts';

/**
 * `npm run fetch-model [folder]` downloads everything that EMBEDDINGS=local needs. It can be killed and run again.
 * Without a folder, the model is stored where EMBEDDINGS=local expects it.
 */
async function fetchAll(): Promise<void> {
  const { dataDir, embeddings, modelUrl } = readConfig();
  const [given] = process.argv.slice(2);
  const configured = embeddings?.kind === 'local' ? embeddings.folder : defaultModelFolder(dataDir);
  const folder = given ? resolve(given) : configured;
  const tell = (line: string) => console.log(`  ${line}`);
  console.log(`${modelUrl} → ${folder}`);
  await fetchModel({ url: modelUrl, folder, tell });
  await installRuntime(folder, dirname(folder), tell);
  const { end } = await openEmbedder({ kind: 'local', folder, threads: 1, overrides: {} });
  await end?.();
  const isDefault = folder === defaultModelFolder(dataDir);
  console.log(`The model works. Start Sheaf with EMBEDDINGS=local${isDefault ? '' : ` EMBEDDINGS_MODEL=${folder}`}`);
}

try {
  await fetchAll();
} catch (error) {
  const isExpected = [ConfigError, FetchProblem, ModelProblem].some((kind) => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
