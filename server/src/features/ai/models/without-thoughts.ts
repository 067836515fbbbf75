const open = /<think(?:ing)?>/iu;
const close = /<\/think(?:ing)?>/iu;
/** A mark may arrive in two pieces. */
const maxMarkLength = '</thinking>'.length;

/** Leaves out the thoughts that some models write before they answer, however they are cut into pieces. */
export class WithoutThoughts {
  #waiting = '';
  #isThinking = false;

  push(text: string): string {
    this.#waiting += text;
    return this.#release(false);
  }

  end(): string {
    return this.#release(true);
  }

  #release(isEnd: boolean): string {
    let shown = '';
    for (;;) {
      const mark = (this.#isThinking ? close : open).exec(this.#waiting);
      if (!mark) break;
      if (!this.#isThinking) shown += this.#waiting.slice(0, mark.index);
      this.#waiting = this.#waiting.slice(mark.index + mark[0].length);
      this.#isThinking = !this.#isThinking;
    }
    // The start of a mark, perhaps.
    const last = this.#waiting.lastIndexOf('<');
    const kept = !isEnd && last !== -1 && this.#waiting.length - last < maxMarkLength ? last : this.#waiting.length;
    if (!this.#isThinking) shown += this.#waiting.slice(0, kept);
    this.#waiting = this.#waiting.slice(kept);
    return shown;
  }
}
