import { message } from '@yibao/shared/calls/message.ts'
import { CallError, callServer } from '../../api/index.ts'
import { useLink } from '../../api/link.ts'
import { withPatience } from '../../api/patience.ts'
import { readToken } from '../../state/session.ts'
import { longestWait, waitAfter } from './come-back.ts'

/** ms a question whether the server is there again may take. */
const patience = 10_000

/**
 * One call was cut and the line for events is not: nothing would find the server again. Asks it, ever later, until a call
 * gets through. Whose session has ended is not asked for: his alert stands there, until he or somebody in a window beside
 * signs in. Ends when the answer is called.
 */
export const findServer = (): (() => void) => {
  let misses = 0
  let next: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  // The connection that carries the question may be the dead one, so it is not waited for as a call is.
  const ask = () => withPatience(patience, (signal) => callServer(message.unread, {}, { silent: true, signal }))
  const find = () => {
    clearTimeout(next)
    if (stopped || useLink.getState().server === 'ok' || !readToken()) return
    next = setTimeout(() => ask().then(find, missed), waitAfter(++misses, 'fault'))
  }
  const missed = (error: unknown) => {
    if (!(error instanceof CallError && error.statusCode === 401)) find()
  }
  const hear = ({ key, storageArea }: StorageEvent) => {
    if (key !== 'token' || storageArea !== localStorage) return
    misses = 0
    find()
  }
  addEventListener('storage', hear)
  const endLink = useLink.subscribe((now, before) => {
    if (now.server === 'down' && now.since - before.since > longestWait.fault) misses = 0
    find()
  })
  return () => {
    stopped = true
    removeEventListener('storage', hear)
    endLink()
    clearTimeout(next)
  }
}
