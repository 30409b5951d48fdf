import { auth } from '@yibao/shared/calls/auth.ts'
import { CallError, callServer, sentenceOf } from '../../api/index.ts'
import { withPatience } from '../../api/patience.ts'
import { encodePasswords } from '../../state/password.ts'

/** ms a server has for its answer. */
const patience = 15_000

/** Asks whether this is the password of who is signed in; resolves when it is. Throws a CallError. */
export const askServer = async (password: string): Promise<void> => {
  await withPatience(patience, async (signal) => {
    const options = { silent: true, signal }
    const key = await callServer(auth.publicKey, {}, options)
    const [passWord] = await encodePasswords([password], key)
    await callServer(auth.unlock, { passWord: passWord! }, options)
  })
}

/** Why it stays locked, in words; '' where the alert of an ended session says it; and the seconds of a lockout. */
export const refusalOf = (error: unknown): { text: string; seconds: number } => {
  if (!(error instanceof CallError)) return { text: sentenceOf(error), seconds: 0 }
  const { statusCode, code, extend } = error
  if (statusCode === 401) return { text: '', seconds: 0 }
  if (statusCode === 0 || statusCode >= 500 || code === 'network')
    return { text: '云服务没有应答，仍然锁定。请检查网络后再试', seconds: 0 }
  return { text: sentenceOf(error), seconds: statusCode === 423 ? Number(extend?.seconds ?? 0) : 0 }
}
