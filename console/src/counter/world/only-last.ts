/** What is chosen anew is asked anew: an answer to the question before may come behind that to the last one. */
export const onlyLast = (): (() => () => boolean) => {
  let last = 0
  return () => {
    last += 1
    const mine = last
    return () => mine === last
  }
}
