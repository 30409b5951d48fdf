import { isMainThread } from 'node:worker_threads'

// Loaded by run.mjs into start.ts and by start.ts into each part (--import): stdin is a pipe that the parent holds and
// never writes to.
// The pipe ends when that process does, however it ends, kill -9 included; then the part stops as on SIGTERM.

/** ms an orderly stop may take. */
const patienceMs = 8000

if (isMainThread) {
  const end = () => {
    // The reader of our output may have ended with the parent: that is no reason to stop halfway.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
    // Who has no handler yet is still starting and has nothing to put in order.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1)
    setTimeout(() => process.exit(1), patienceMs).unref()
  }
  process.stdin.once('end', end).once('error', end)
  process.stdin.resume()
  // It must not keep a part alive that has stopped.
  ;(process.stdin as unknown as { unref?: () => void }).unref?.()
}
