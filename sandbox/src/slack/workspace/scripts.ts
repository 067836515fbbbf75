import { laterLines } from './later-lines.ts';
import { channels, type Script } from './sample-scripts.ts';

/** All channels with all their messages. */
export const scripts: readonly Script[] = channels.map((script) => ({
  ...script,
  lines: script.lines + (laterLines[script.name] ?? ''),
}));
