import type { Response } from 'playwright-core'

/** Ends when an answer has come to its last byte and its page has had two turns to draw what it makes of it. */
export const over = async (coming: Promise<Response>): Promise<void> => {
  const answer = await coming
  await answer.finished()
  await answer
    .frame()
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
