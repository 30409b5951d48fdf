/** ms a line may wait for others. */
const patienceMs = 200

/**
 * The log's way out: lines are written together, so that no request waits for the one before it to be written. What
 * still waits is written when the process ends.
 */
export const logStream = (out: { write(text: string): unknown } = process.stdout): { write(line: string): void } => {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting !== '') out.write(waiting)
    waiting = ''
  }
  process.once('exit', flush)
  return {
    write: (line) => {
      waiting += line
      timer ??= setTimeout(flush, patienceMs).unref()
    },
  }
}
