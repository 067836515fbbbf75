import type { Params } from './params.ts';
import type { World } from './world.ts';

/** An allowed call, with the parameters of its query and body. */
export interface Call {
  world: World;
  params: Params;
  /** The ids in the path. */
  ids: readonly string[];
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path; a `*` stands for an id. */
  path: string;
  /** The names of its parameters. */
  accepts: readonly string[];
  /** Whether browsers may make this call with the publishable key, if they know the client secret. */
  isPublic?: boolean;
  run(call: Call): object;
}
