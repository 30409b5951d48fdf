import type { Call } from '@yibao/shared/call.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import type { AllHandlers } from '../call/mount.ts'
import { startTestServer, type TestServer, testClock } from './kit.ts'

/** A handler for every call of the contract that only notes it was reached; for tests of what happens before handlers. */
export const stubHandlers = (reached: (name: string) => void): AllHandlers =>
  Object.fromEntries(
    Object.entries(calls).map(([domain, group]) => [
      domain,
      Object.fromEntries(
        Object.keys(group as Record<string, Call>).map((key) => [
          key,
          () => {
            reached(`${domain}.${key}`)
            return null
          },
        ]),
      ),
    ]),
  ) as unknown as AllHandlers

/** A server of such handlers: whatever reaches one is told to `reached`. */
export const startStubServer = (reached: (name: string) => void): Promise<TestServer> =>
  startTestServer({ handlers: stubHandlers(reached), clock: testClock(), config: { strictAnswers: false } })
