import { get, pageOf, paging } from '../call.ts'
import { operationDetail, operationModule, operationRow } from '../entities/operation.ts'
import { choice, id, note, optional, time } from '../field.ts'

const log = { menu: 'OperationLog', scope: 'area' } as const

export const operationLog = {
  paged: get('/api/OperationLog/Paged', {
    ...log,
    title: '操作日志',
    input: {
      ...paging,
      from: optional(time('开始时间')),
      to: optional(time('结束时间')),
      userName: optional(note('账号', { max: 50 })),
      storeId: optional(id('门店')),
      module: optional(operationModule),
      action: optional(note('操作', { max: 40 })),
      result: optional(choice('结果', { ok: '成功', failed: '未成功' })),
      ip: optional(note('IP', { max: 45 })),
      keyword: optional(note('对象/结果/请求号', { max: 60 })),
    },
    result: pageOf(operationRow),
  }),
  get: get('/api/OperationLog/Get/:id', {
    ...log,
    title: '操作详情',
    input: { id: id('编号') },
    result: operationDetail,
  }),
}
