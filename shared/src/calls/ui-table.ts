import { get, post } from '../call.ts'
import { tableSettings } from '../entities/page.ts'
import { code, group, optional } from '../field.ts'

const tableId = code('表格', { max: 80 })
const settings = optional(tableSettings)
const removed = group('设置', { own: settings, default: settings })

/** How tables are shown (SPEC 3 uiTable): everybody for himself, an administrator for his area. */
export const uiTable = {
  get: get('/api/UiTable/Get', { title: '表格设置', input: { tableId }, result: removed }),
  save: post('/api/UiTable/Save', {
    title: '保存表格设置',
    input: { tableId, settings: tableSettings },
    result: removed,
  }),
  saveDefault: post('/api/UiTable/SaveDefault', {
    title: '保存区划默认表格设置',
    audit: { action: '保存区划默认表格设置', record: ['tableId'], target: ['tableId'] },
    input: { tableId, settings: tableSettings },
    result: removed,
  }),
  /** Own settings away, the area's default again. */
  reset: post('/api/UiTable/Reset', { title: '恢复默认表格设置', input: { tableId }, result: removed }),
}
