import { ybConfig } from '@yibao/shared/calls/base.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { callServer } from '../../../api/index.ts'
import { act } from '../../../kit/index.ts'
import { areaOptions, wholeAreas } from '../../../organisation/areas.ts'
import { audience } from '../../../organisation/audience.ts'
import { useMe } from '../../../state/me.ts'
import { ScopeSelect } from './scope-select.tsx'

/**
 * To everybody only a super administrator may speak; an area administrator begins with his own area, where it is his as a
 * whole, and who has some of its stores with those.
 */
const scopeOf = async () => {
  const { isSuperAdmin, user } = useMe.getState().me!
  if (isSuperAdmin) return { scope: 'all' }
  const known = await callServer(ybConfig.pullUserMedicalAreas, {}, { silent: true }).catch(() => undefined)
  const whole = areaOptions(wholeAreas(known?.medicalAreas ?? [])).map(({ value }) => value)
  if (!whole.length) return { scope: 'stores', areas: [] }
  return { scope: 'areas', areas: whole.filter((code) => code === user.medicalAreaCode) }
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
    initial: async () => ({ type: 'notice', level: 'info', ...(await scopeOf()), mustRead: false }),
    intro: () => useMe.getState().me?.isSuperAdmin && '范围选「全部」时，所有区划和门店的人都收到。',
    ...audience,
    inputs: { ...audience.inputs, scope: ScopeSelect },
    okText: '发布',
    cancelText: '不发布',
  },
  done: '消息已发布',
})
