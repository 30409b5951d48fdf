import * as z from 'zod/mini'
import { get, pageOf, paging, post } from '../call.ts'
import {
  definitionDetail,
  definitionRow,
  reportContent,
  reportModule,
  reportResult,
  reportSource,
  reportState,
  reportValue,
} from '../entities/report-definition.ts'
import { code, day, group, id, integer, list, note, optional, text } from '../field.ts'

const menu = { menu: 'ReportManager', scope: 'store' } as const
const seen = { id: id('报表'), version: integer('版本', { min: 1 }) }
const codeField = code('编码', { max: 20 })
const areaCode = optional(code('区划', { max: 6 }))

const asked = {
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
  values: optional(list(reportValue, '条件', { max: 12 })),
}

/** Reports that administrators define over the fixed sources of shared/reporting (domain.md 8.12). */
export const reportDefinition = {
  paged: get('/api/Report/DefinitionPaged', {
    ...menu,
    title: '报表管理',
    input: {
      ...paging,
      name: optional(note('名称', { max: 40 })),
      code: optional(note('编码', { max: 20 })),
      module: optional(reportModule),
      source: optional(reportSource),
      state: optional(reportState),
      areaCode,
    },
    result: pageOf(definitionRow),
  }),
  get: get('/api/Report/Definition', {
    ...menu,
    title: '报表定义',
    input: { id: seen.id, version: optional(seen.version) },
    result: definitionDetail,
  }),
  /** The roles that a report may be given to by the asker. */
  roles: get('/api/Report/DefinitionRoles', {
    ...menu,
    title: '可运行的角色',
    result: z.object({ items: z.array(group('角色', { id: id('角色'), name: text('名称') })) }),
  }),
  add: post('/api/Report/AddDefinition', {
    ...menu,
    button: 'add',
    title: '新增报表',
    audit: { action: '新增报表', record: ['code', 'name'] },
    input: { code: codeField, areaCode, source: reportSource, ...reportContent },
    result: definitionRow,
  }),
  /** Makes a version; what is in force stays. Another one than was seen is refused. */
  save: post('/api/Report/SaveDefinition', {
    ...menu,
    button: 'edit',
    title: '修改报表',
    audit: { action: '修改报表', record: ['id', 'version'] },
    input: { ...seen, ...reportContent },
    result: definitionRow,
  }),
  /** The content of an earlier version as a new one. */
  restore: post('/api/Report/RestoreDefinition', {
    ...menu,
    button: 'edit',
    title: '恢复版本',
    audit: { action: '恢复报表版本', record: ['id', 'version', 'back'] },
    input: { ...seen, back: integer('恢复到版本', { min: 1 }) },
    result: definitionRow,
  }),
  copy: post('/api/Report/CopyDefinition', {
    ...menu,
    button: 'add',
    title: '复制到区划',
    audit: { action: '复制报表', record: ['id', 'areaCode', 'code'] },
    input: { id: seen.id, areaCode, code: codeField },
    result: definitionRow,
  }),
  publish: post('/api/Report/Publish', {
    ...menu,
    button: 'push',
    title: '发布报表',
    audit: { action: '发布报表', record: ['id', 'version'] },
    input: seen,
    result: definitionRow,
  }),
  stop: post('/api/Report/StopDefinition', {
    ...menu,
    button: 'stop',
    title: '停用报表',
    audit: { action: '停用报表', record: ['id'] },
    input: { id: seen.id },
    result: definitionRow,
  }),
  resume: post('/api/Report/ResumeDefinition', {
    ...menu,
    button: 'stop',
    title: '恢复报表',
    audit: { action: '恢复报表', record: ['id'] },
    input: { id: seen.id },
    result: definitionRow,
  }),
  /** The newest version over the asker's own data, its first rows. */
  preview: post('/api/Report/Preview', {
    reads: true,
    ...menu,
    title: '预览报表',
    input: { id: seen.id, ...asked },
    result: reportResult,
  }),
  /** What is in force, for who holds one of its roles. */
  run: post('/api/Report/Run', {
    reads: true,
    ...menu,
    title: '运行报表',
    input: { ...paging, id: seen.id, ...asked },
    result: reportResult,
  }),
}
