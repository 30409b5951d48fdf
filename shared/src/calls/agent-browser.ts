import { post } from '../call.ts'
import { code, flag, group, note, optional, time } from '../field.ts'

/** What a browser asks to talk to its agent: apart from what agents ask, because every page of the console has it. */
export const agentBrowser = {
  /** Lets this browser open a session with the agent of its counter: 60 s, once, for its own key only. */
  sessionTicket: post('/api/Agent/SessionTicket', {
    title: '助手会话票据',
    input: {
      agentId: code('助手', { max: 64 }),
      origin: code('网址', { max: 255 }),
      jkt: code('密钥指纹', { max: 64 }),
    },
    result: group('票据', {
      ticket: note('票据'),
      expiresAt: time('有效期至'),
      /** Whether this agent signs the sessions that it opens, as it last said; absent where it has said nothing yet. */
      signs: optional(flag('会话签名')),
    }),
  }),
}
