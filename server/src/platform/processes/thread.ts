import { type Transferable, Worker, type WorkerOptions } from 'node:worker_threads';

export interface ThreadRequest {
  id: number;
}

/** The thread's answer to the request with the same id. */
export interface ThreadAnswer {
  id: number;
  error?: { message: string; code?: string; errno?: number };
}

/**
 * A thread that starts with its first request and keeps the process alive only while a request waits for its answer.
 */
export function createThread<Request extends ThreadRequest, Answer extends ThreadAnswer>(
  file: URL,
  options: WorkerOptions,
) {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let running: Worker | undefined;

  function started(): Worker {
    if (running) return running;
    const worker = new Worker(file, options);
    running = worker;
    worker.unref();
    worker.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.id)!;
      waiting.delete(answer.id);
      if (waiting.size === 0) worker.unref();
      if (answer.error) asked.reject(Object.assign(new Error(answer.error.message), answer.error));
      else asked.resolve(answer);
    });
    const ended = (error: Error) => {
      running = undefined;
      for (const asked of waiting.values()) asked.reject(error);
      waiting.clear();
    };
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error(`The thread ${file.pathname} has ended.`)));
    return worker;
  }

  function post(request: Request, transfer: Transferable[] = []): void {
    started().postMessage(request, transfer);
  }

  return {
    start: (): void => void started(),
    isRunning: () => running !== undefined,
    /** Sends a request without waiting for an answer. */
    post,
    ask(request: Request, transfer?: Transferable[]): Promise<Answer> {
      const asked = Promise.withResolvers<Answer>();
      started().ref();
      waiting.set(request.id, asked);
      post(request, transfer);
      return asked.promise;
    },
    end: async (): Promise<void> => void (await running?.terminate()),
    /**
     * Sends null, at which the thread ends itself, and waits for that. For threads with native code: if they are ended
     * from outside while it runs, the whole process may abort.
     */
    async endItself(): Promise<void> {
      if (!running) return;
      const worker = running;
      // Also after an error, at which `once` of node:events would fail.
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.ref();
      worker.postMessage(null, []);
      await ended;
    },
  };
}
