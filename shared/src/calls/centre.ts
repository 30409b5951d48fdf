import { get, post } from '../call.ts'
import { choice, group, integer, optional, text, time } from '../field.ts'

/** How the insurance centre of the asker's area stands: the light 医保中心 (ux 4). `centre.changed` says when to ask again. */
export const centre = {
  state: get('/api/Centre/State', {
    title: '医保中心状态',
    result: group('医保中心状态', {
      state: choice('状态', { unknown: '未知', ok: '正常', slow: '慢', silent: '没有答复' }),
      /** What an answer takes, ms. */
      ms: optional(integer('答复时间')),
      answeredAt: optional(time('最近一次答复')),
      /** Of a silent one. */
      since: optional(time('开始没有答复')),
      /** Announced, under way or within a day. */
      maintenance: optional(
        group('停机维护', { title: text('标题'), from: time('开始时间'), until: time('结束时间') }),
      ),
    }),
  }),
  /** Asks it a question that changes nothing there, as the store; refused like any call while there is no answer. */
  retry: post('/api/Centre/Retry', { title: '重试连接医保中心', scope: 'store' }),
}
