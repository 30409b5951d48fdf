import { message } from '@yibao/shared/calls/message.ts'
import { act } from '../../../kit/index.ts'
import { audience } from '../../../organisation/audience.ts'

/** 发布消息: to everybody one may see, to areas or to stores. */
export const publishMessage = act({
  key: 'publish',
  text: '发布消息',
  primary: true,
  call: message.publish,
  form: {
    wide: true,
    fields: ['title', 'content', 'type', 'level', 'scope', 'areas', 'stores', 'validFrom', 'validTo', 'mustRead'],
    initial: () => ({ type: 'notice', level: 'info', scope: 'all', mustRead: false }),
    intro: '范围选「全部」时，发给你能看到的所有人。',
    ...audience,
    okText: '发布',
    cancelText: '不发布',
  },
  done: '消息已发布',
})
