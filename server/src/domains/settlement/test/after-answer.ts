import { vi } from 'vitest'
import type { Deps } from '../../../call/context.ts'

/** Something happens between a transaction's answer and whoever waits for it, until it is called off. */
export const afterAnswer = (
  { services }: Pick<Deps, 'services'>,
  areaCode: string,
  infno: string,
  then: () => void,
) => {
  const client = services.centre.of(areaCode)
  const send = client.send.bind(client)
  const spy = vi.spyOn(client, 'send').mockImplementation(async (...asked) => {
    const answer = await send(...asked)
    if (asked[1] === infno) then()
    return answer
  })
  return () => spy.mockRestore()
}
