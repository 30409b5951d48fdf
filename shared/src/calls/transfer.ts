import { get, pageOf, paging, post } from '../call.ts'
import { exportRow, importError } from '../entities/transfer.ts'
import { code, data, group, id, integer, list, mapOf, note, optional, text, time } from '../field.ts'

import { xlsx } from './xlsx.ts'

export const exporting = {
  /** `call` names the list (domain.name), `input` its filters and order; permission: that list's own, button export. */
  create: post('/api/Export/Create', {
    title: '导出',
    audit: { action: '导出', record: ['call', 'title', 'columns'] },
    input: {
      call: code('列表'),
      input: mapOf('条件', data('值')),
      columns: list(code('列'), '列', { max: 100 }),
      title: text('名称', { max: 60 }),
    },
    result: group('导出', { exportId: id('导出编号'), progressId: id('进度'), rows: integer('行数') }),
  }),
  /** The sheet, written while its rows are read; asked again, it reads again under today's permission. */
  file: get('/api/Export/File/:exportId', {
    title: '下载导出',
    audit: { action: '下载导出', record: ['exportId'] },
    input: { exportId: id('导出编号') },
    file: xlsx,
  }),
  /** A list's filters as people read them, for paper: each by its label; never the number of a person. */
  words: post('/api/Export/Words', {
    title: '条件说明',
    reads: true,
    input: { call: code('列表'), input: mapOf('条件', data('值')) },
    result: list(group('条件', { title: text('条件', { max: 60 }), text: note('内容') }), '条件'),
  }),
  stop: post('/api/Export/Cancel/:exportId', { title: '取消导出', input: { exportId: id('导出编号') } }),
  /** The asker's own exports, newest first. */
  paged: get('/api/Export/Paged', { title: '我的导出', input: paging, result: pageOf(exportRow) }),
}

const importType = code('导入类型', { max: 40 })

export const importing = {
  template: get('/api/Import/Template', { title: '导入模板', input: { importType }, file: xlsx }),
  /** Checks every row and brings in none. */
  dryRun: post('/api/Import/DryRun', {
    title: '检查导入文件',
    upload: true,
    audit: { action: '检查导入文件', record: ['importType', 'medicalAreaCode'] },
    input: { importType, medicalAreaCode: optional(code('区划', { max: 6 })) },
    result: group('检查结果', {
      importId: id('导入编号'),
      total: integer('总行数'),
      good: integer('可导入'),
      bad: integer('有错误'),
      /** The first 100. */
      errors: list(importError),
      /** For Import/Errors, when there are any. */
      errorsId: optional(id('错误表编号')),
    }),
  }),
  errors: get('/api/Import/Errors/:errorsId', {
    title: '错误行',
    input: { errorsId: id('错误表编号') },
    file: xlsx,
  }),
  /** Brings in the good rows; called again after a break it goes on where it ended. */
  run: post('/api/Import/Run', {
    title: '导入',
    progress: true,
    audit: { action: '导入', record: ['importId'] },
    input: { importId: id('导入编号') },
    result: group('导入', { progressId: id('进度') }),
  }),
  /** The asker's own imports of this kind whose first passwords he has not got yet; a day after the check they are gone. */
  untaken: get('/api/Import/Untaken', {
    title: '未下载的初始密码',
    input: { importType },
    result: list(
      group('导入', { importId: id('导入编号'), rows: integer('行数'), createdAt: time('导入时间') }),
      '未下载的初始密码',
    ),
  }),
  /** What the import made and nobody can read again (`onceOf`): given once, to whoever brought it in. */
  once: post('/api/Import/Once/:importId', {
    title: '下载初始密码',
    audit: { action: '下载初始密码', record: ['importId'] },
    input: { importId: id('导入编号') },
    file: xlsx,
  }),
}
