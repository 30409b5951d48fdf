import type { IncomingHttpHeaders } from 'node:http'
import { envelope } from '@yibao/shared/envelope.ts'

/** The server's half of a continuation: Card/Read asks for the card until it was completed with a signed answer. */
export const startContinuation = () => {
  let answered: Record<string, unknown> | undefined
  return {
    ask: (headers: IncomingHttpHeaders) => {
      if (headers.pubsubid === 'pubsub-1' && answered?.agentSignature) return undefined
      return envelope({
        resultExtendInfo: { device: { args: { medium: 'socialCard' }, ticket: 'action-ticket' } },
        confimResultInfo: {
          pubSubId: 'pubsub-1',
          isEndPoint: true,
          action: 'card.read',
          title: '请插入社保卡',
          tips: '',
          buttonInfos: [],
          routeHeaders: { pubsubid: 'pubsub-1' },
        },
      })
    },
    complete: (input: Record<string, unknown>) => {
      answered = input
      return null
    },
    last: () => answered,
  }
}
