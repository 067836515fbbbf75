/** Faults of a call. The last two are implemented by each provider. */
export type FaultAction =
  | { kind: 'status'; status: number; retryAfter?: number; reason?: string }
  | { kind: 'delay'; ms: number }
  /** Never answers. */
  | { kind: 'hang' }
  /** Breaks the connection after this many bytes of the body. */
  | { kind: 'cut'; afterBytes: number }
  /** Answers 200 with unexpected content. */
  | { kind: 'garbage' }
  /** The caller's grant is revoked, then the call is answered. */
  | { kind: 'revoke' }
  /** The caller’s access token has expired, but not its grant. */
  | { kind: 'expire-token' }
  /** The call's cursor or page token has expired. */
  | { kind: 'expire-cursor' };

export interface Fault {
  method?: string;
  /** A prefix of the path; a `*` matches one segment. */
  path?: string;
  /** The first of the matching calls that fails, counted from now; 1 by default. */
  nth?: number;
  /** The number of consecutive calls that fail; 1 by default. */
  times?: number;
  action: FaultAction;
}

interface Armed {
  path: string | undefined;
  matches(method: string, path: string): boolean;
  skip: number;
  left: number;
  action: FaultAction;
}

/** Faults that tests request, and a count of the calls. */
export class Faults {
  #armed: Armed[] = [];
  #calls = new Map<string, number>();

  add(fault: Fault): void {
    const pattern = fault.path === undefined ? null : pathPattern(fault.path);
    this.#armed.push({
      path: fault.path,
      matches: (method, path) =>
        (fault.method === undefined || fault.method === method) && (pattern === null || pattern.test(path)),
      skip: (fault.nth ?? 1) - 1,
      left: fault.times ?? 1,
      action: fault.action,
    });
  }

  /** Only those of the given path, if any: other tests may share the cloud. */
  clear(path?: string): void {
    this.#armed = path === undefined ? [] : this.#armed.filter((fault) => fault.path !== path);
  }

  /** Counts the call and returns its fault; every matching fault counts it too. */
  next(method: string, path: string): FaultAction | null {
    const call = `${method} ${path}`;
    this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
    let action: FaultAction | null = null;
    for (const fault of this.#armed) {
      if (!fault.matches(method, path)) continue;
      if (fault.skip > 0) fault.skip--;
      else if (fault.left > 0 && action === null) {
        fault.left--;
        action = fault.action;
      }
    }
    this.#armed = this.#armed.filter((fault) => fault.left > 0);
    return action;
  }

  /** The number of calls whose "METHOD /path" begins with this; a `*` matches one segment. */
  count(prefix = ''): number {
    const pattern = pathPattern(prefix);
    let sum = 0;
    for (const [call, times] of this.#calls) if (pattern.test(call)) sum += times;
    return sum;
  }

  clearCounts(): void {
    this.#calls.clear();
  }
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+')}`);
}
