/** What goes wrong with a call. The last two are the provider's to carry out. */
export type FaultAction =
  | { kind: 'status'; status: number; retryAfter?: number; reason?: string }
  | { kind: 'delay'; ms: number }
  /** Never answers. */
  | { kind: 'hang' }
  /** Breaks the connection after so many bytes of the body. */
  | { kind: 'cut'; afterBytes: number }
  /** Answers 200 with something that is not what was asked for. */
  | { kind: 'garbage' }
  /** The caller's grant is withdrawn, then the call is answered. */
  | { kind: 'revoke' }
  /** The caller's access token is over, its grant is not. */
  | { kind: 'expire-token' }
  /** The place in a list or a feed that the call names is no longer known. */
  | { kind: 'expire-cursor' };

export interface Fault {
  method?: string;
  /** Of the path, from its beginning; a `*` stands for any one part. */
  path?: string;
  /** Which of the matching calls fails first, from now on; 1 unless told. */
  nth?: number;
  /** How many calls in a row fail; 1 unless told. */
  times?: number;
  action: FaultAction;
}

interface Armed {
  matches(method: string, path: string): boolean;
  skip: number;
  left: number;
  action: FaultAction;
}

/** Faults that tests ask for, and a count of the calls that came. */
export class Faults {
  #armed: Armed[] = [];
  #calls = new Map<string, number>();

  add(fault: Fault): void {
    const pattern = fault.path === undefined ? null : pathPattern(fault.path);
    this.#armed.push({
      matches: (method, path) =>
        (fault.method === undefined || fault.method === method) && (pattern === null || pattern.test(path)),
      skip: (fault.nth ?? 1) - 1,
      left: fault.times ?? 1,
      action: fault.action,
    });
  }

  clear(): void {
    this.#armed = [];
  }

  /** Counts the call and says what goes wrong with it; every fault that matches has its turn counted. */
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

  /** How many calls came whose "METHOD /path" begins like this; a `*` stands for any one part. */
  count(prefix = ''): number {
    const pattern = pathPattern(prefix);
    let sum = 0;
    for (const [call, times] of this.#calls) if (pattern.test(call)) sum += times;
    return sum;
  }

  forgetCounts(): void {
    this.#calls.clear();
  }
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+')}`);
}
