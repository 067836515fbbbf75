export interface StreamedEvent {
  /** `message` if the stream names none. */
  name: string;
  data: string;
}

/**
 * Reads a stream of server-sent events. `onSign` is called for every chunk that arrives,
 * also for comments that only keep the connection open.
 */
export async function* readEvents(
  body: ReadableStream<BufferSource>,
  onSign?: () => void,
): AsyncGenerator<StreamedEvent> {
  const lines = new LineSplitter();
  let name = 'message';
  let data: string[] = [];
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
    onSign?.();
    for (const line of lines.push(text)) {
      if (line === '') {
        if (data.length > 0) yield { name, data: data.join('\n') };
        name = 'message';
        data = [];
      } else if (line === 'data') data.push('');
      else if (line.startsWith('event:')) name = line.slice(6).trim();
      else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    }
  }
}

/** Iterates a stream in every browser; some can’t do so themselves. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Nothing needs to be done when canceling the stream fails.
    reader.cancel().catch(() => {});
  }
}

/** Lines end with CR LF, LF or CR, and may be cut anywhere, also between CR and LF. */
class LineSplitter {
  #rest = '';

  push(text: string): string[] {
    const all = this.#rest + text;
    // A CR at the very end may be half of a line end.
    const held = all.endsWith('\r') ? '\r' : '';
    const lines = all.slice(0, all.length - held.length).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + held;
    return lines;
  }
}
