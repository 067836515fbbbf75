/**
 * Says what is being done, and for how long already: each second on a terminal, where the line is written over, and every ten
 * seconds in a log.
 *
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 * @param {{ isTTY?: boolean, write(text: string): unknown }} [output]
 * @returns {Promise<T>}
 */
export async function withProgress(text, work, output = process.stdout) {
  const { isTTY = false } = output;
  output.write(isTTY ? text : `${text}\n`);
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (isTTY) output.write(`\r${text} ${seconds} s`);
    else if (seconds % 10 === 0) output.write(`${text} ${seconds} s\n`);
  }, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isTTY) output.write('\n');
  }
}
