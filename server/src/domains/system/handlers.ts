import type { errorLog } from '@yibao/shared/calls/auth.ts'
import type { continuation, dictionary, progress } from '@yibao/shared/calls/base.ts'
import type { Handlers } from '../../mount.ts'
import { completeContinuation } from './continuations.ts'
import { dictionaryMap } from './dictionary.ts'
import { addErrorLog } from './error-log.ts'
import { progressOf } from './progress.ts'

export { qrCodeHandlers } from './qr-codes.ts'

export const dictionaryHandlers: Handlers<typeof dictionary> = {
  map: ({ codeTypes }, { db, me }) => dictionaryMap(db, me.areaCode, codeTypes),
}

export const progressHandlers: Handlers<typeof progress> = {
  percentage: ({ progressId }, c) => progressOf(c, c.me, progressId),
}

export const errorLogHandlers: Handlers<typeof errorLog> = { add: addErrorLog }

export const continuationHandlers: Handlers<typeof continuation> = {
  complete: async (input, { deps, me }) => {
    await completeContinuation(deps, me, input)
    return null
  },
}
