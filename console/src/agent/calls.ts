import { post } from '@yibao/shared/call.ts'
import { code, group, text } from '@yibao/shared/field.ts'

/** The server's signature under a session of this browser with this agent (agent.md 3.4); lives 60 s, works once. */
export const sessionTicket = post('/api/Agent/SessionTicket', {
  title: '助手连接凭据',
  input: { agentId: code('助手'), origin: text('网址', { max: 255 }), jkt: code('浏览器密钥', { max: 60 }) },
  result: group('凭据', { ticket: text('凭据', { max: 4096 }) }),
})
