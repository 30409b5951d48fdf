import { get, pageOf, paging, post } from '../call.ts'
import { sqlDetail, sqlId, sqlRow, sqlState } from '../entities/sql-version.ts'
import { code, group, id, note, optional, text } from '../field.ts'

const menu = 'SqlVerManagement'
const reason = text('原因', { min: 4, max: 200 })
/** `checksum`: of what the person read; the approval of the second person is for exactly that. */
const run = { id: sqlId, checksum: code('校验值', { max: 64 }), reason, authorizationId: optional(id('授权编号')) }
const following = group('已开始', { progressId: id('进度') })

/** /system-manager/sql-ver-management: what changed the database, and signed scripts that do (domain.md 8.2). */
export const sqlVersion = {
  paged: get('/api/SqlVersion/Paged', {
    menu,
    title: 'SQL版本管理',
    input: {
      ...paging,
      version: optional(note('版本', { max: 20 })),
      module: optional(note('模块', { max: 40 })),
      database: optional(note('数据库', { max: 60 })),
      state: optional(sqlState),
    },
    result: pageOf(sqlRow),
  }),
  get: get('/api/SqlVersion/Get', {
    menu,
    title: 'SQL版本',
    input: { id: code('编号', { max: 80 }) },
    result: sqlDetail,
  }),
  /** One signed package; it is kept and not executed. */
  upload: post('/api/SqlVersion/Upload', {
    menu,
    button: 'upload',
    title: '上传脚本包',
    upload: true,
    audit: { action: '上传数据库脚本' },
    result: sqlDetail,
  }),
  execute: post('/api/SqlVersion/Execute', {
    menu,
    button: 'handle',
    title: '执行数据库脚本',
    progress: true,
    audit: { action: '执行数据库脚本', record: ['id', 'checksum', 'reason'] },
    input: run,
    result: following,
  }),
  rollback: post('/api/SqlVersion/Rollback', {
    menu,
    button: 'handle',
    title: '回滚数据库脚本',
    progress: true,
    audit: { action: '回滚数据库脚本', record: ['id', 'checksum', 'reason'] },
    input: run,
    result: following,
  }),
  /** What was done by hand counts as executed; nothing is executed. */
  markDone: post('/api/SqlVersion/MarkDone', {
    menu,
    button: 'handle',
    title: '标记完成',
    audit: { action: '标记数据库脚本完成', record: ['id', 'reason'] },
    input: { id: sqlId, reason },
  }),
}
