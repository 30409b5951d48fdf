import { message } from '@yibao/shared/calls/message.ts'
import { act } from '../../../kit/index.ts'
import { audience } from '../../../organisation/audience.ts'
import { useMe } from '../../../state/me.ts'
import { ScopeSelect } from './scope-select.tsx'

/** To everybody only a super administrator may speak; an area administrator begins with his own area. */
const scopeOf = () => {
  const { isSuperAdmin, user } = useMe.getState().me!
  return isSuperAdmin ? { scope: 'all' } : { scope: 'areas', areas: user.medicalAreaCode ? [user.medicalAreaCode] : [] }
}

/** 发布消息: to everybody, to areas or to stores. */
export const publishMessage = act({
  key: 'publish',
  text: '发布消息',
  primary: true,
  call: message.publish,
  form: {
    wide: true,
    fields: ['title', 'content', 'type', 'level', 'scope', 'areas', 'stores', 'validFrom', 'validTo', 'mustRead'],
    initial: () => ({ type: 'notice', level: 'info', ...scopeOf(), mustRead: false }),
    intro: () => useMe.getState().me?.isSuperAdmin && '范围选「全部」时，所有区划和门店的人都收到。',
    ...audience,
    inputs: { ...audience.inputs, scope: ScopeSelect },
    okText: '发布',
    cancelText: '不发布',
  },
  done: '消息已发布',
})
