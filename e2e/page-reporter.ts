import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * Prints what the page of each failed test showed, at the end, because only the last lines of the output may remain
 * where tests run unattended.
 */
export default class PageReporter implements Reporter {
  readonly #pages: string[] = [];

  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === test.expectedStatus) return;
    const context = attachments.find(({ name }) => name === 'error-context');
    if (context?.path) this.#pages.push(`The page at the end of “${test.title}”:\n${outline(context.path)}`);
  }

  onEnd(): void {
    for (const page of this.#pages) console.log(page);
  }
}

/** The outline of the page, without the error message and the test's code. */
function outline(path: string): string {
  return /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] ?? 'nothing';
}
