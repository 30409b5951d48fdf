import { today } from './samples.ts'

// Answers of the page of reports that administrators define.

const page = <T>(items: T[]) => ({ items, total: items.length, totalIsBound: false })

const report = {
  ...{ id: 'd-1', code: 'JJ-01', name: '门店医保基金月报', module: 'settlement', source: 'settlements' },
  ...{ paper: 'landscape', roles: '区域管理员、只读', version: 2, published: 1, state: 'published', areaCode: '' },
  ...{ release: '第 1 版，第 2 版待发布', areaName: '全部区划', modifier: '系统', modifiedAt: `${today} 09:00:00` },
  ...{ manageable: true, runnable: true },
}

const content = {
  ...{ name: '门店医保基金月报', module: 'settlement', period: 'month', parameters: [], paper: 'landscape' },
  columns: [
    { field: 'storeName', use: 'group' },
    { field: 'total', use: 'sum' },
  ],
  roles: ['r-1'],
}

const result = {
  ...page([{ storeName: '示例大药房观前店', total: '1024.00' }]),
  ...{ totals: { total: '1024.00' }, from: today, to: today, at: `${today} 10:31:00` },
}

export const reportAnswers = {
  'reportDefinition.paged': () => page([report, { ...report, id: 'd-2', code: 'SP-01', state: 'draft' }]),
  'reportDefinition.get': () => ({
    ...{ ...report, content },
    versions: [{ version: 1, at: `${today} 09:00:00`, by: '系统', what: '新增', changes: '' }],
  }),
  'reportDefinition.roles': () => ({ items: [{ id: 'r-1', name: '区域管理员' }] }),
  'reportDefinition.run': () => result,
  'reportDefinition.preview': () => result,
}
