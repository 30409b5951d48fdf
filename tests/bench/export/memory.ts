/** Greatest RSS of this process while something goes on, over what it was before. Bytes. */
export const watchMemory = () => {
  const { rss } = process.memoryUsage
  const before = rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, rss())
  }, 10)
  return () => {
    clearInterval(timer)
    return Math.max(most, rss()) - before
  }
}
