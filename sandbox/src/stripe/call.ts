import type { Params } from './params.ts';
import type { World } from './world.ts';

/** A call that may be made, with the parameters of its query and body. */
export interface Call {
  world: World;
  params: Params;
  /** The ids in the path. */
  ids: readonly string[];
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** A `*` stands for an id. */
  path: string;
  /** The names of its parameters. */
  accepts: readonly string[];
  /** Browsers may make this call with the publishable key, if they know the client secret. */
  isPublic?: boolean;
  run(call: Call): object;
}
