import type { errorLog } from '@yibao/shared/calls/auth.ts'
import type { continuation, progress } from '@yibao/shared/calls/base.ts'
import type { Handlers } from '../../call/mount.ts'
import { completeContinuation } from './continuations.ts'
import { addErrorLog } from './error-log.ts'
import { progressOf } from './progress.ts'
import { stopWork } from './stopping.ts'

export { qrCodeHandlers } from './qr-codes.ts'

export const progressHandlers: Handlers<typeof progress> = {
  percentage: ({ progressId }, c) => progressOf(c, c.me, progressId),
  stop: ({ progressId }, c) => stopWork(c, progressId, '进行中的工作').then(() => null),
}

export const errorLogHandlers: Handlers<typeof errorLog> = { add: addErrorLog }

export const continuationHandlers: Handlers<typeof continuation> = {
  complete: async (input, { deps, me }) => {
    await completeContinuation(deps, me, input)
    return null
  },
}
