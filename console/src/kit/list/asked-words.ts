import type { InputOf } from '@yibao/shared/call.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { callServer } from '../../api/index.ts'

/**
 * What a list or report was narrowed to, as one line for paper: the server's words, the same as in a file that is taken out,
 * since it knows what ids and codes are called. Empty where nothing narrows it.
 */
export const askedLine = async (question: InputOf<typeof exporting.words>): Promise<string[]> => {
  const words = await callServer(exporting.words, question)
  return words.length ? [`条件：${words.map(({ title, text }) => `${title} ${text}`).join('；')}`] : []
}
