import { progress } from '@yibao/shared/calls/base.ts'
import type { Client } from './kit.ts'

/** How a long piece of work ended. */
export interface Ended {
  text: string
  error?: string
  results: { target: string; ok: boolean; text: string }[]
}

/** Asks for a progress until it has ended: work of a test server first when it has, that of another process all along. */
export const untilEnded = async (
  client: Pick<Client, 'ok'> & Partial<Pick<Client, 'ended'>>,
  progressId: string,
): Promise<Ended> => {
  await client.ended?.(progressId)
  for (;;) {
    const now = await client.ok(progress.percentage, { progressId })
    if (now.finished) return now
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
