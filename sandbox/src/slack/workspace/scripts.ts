import { laterLines } from './later-lines.ts';
import { channels, type Script } from './sample-scripts.ts';

/** All channels, each with everything that is said in it. */
export const scripts: readonly Script[] = channels.map((script) => ({
  ...script,
  lines: script.lines + (laterLines[script.name] ?? ''),
}));
