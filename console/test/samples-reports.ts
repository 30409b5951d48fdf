import { page, today } from './samples.ts'

// Answers of the page of reports that administrators define.

const report = {
  ...{ id: 'd-1', code: 'JJ-01', name: '门店医保基金月报', module: 'settlement', source: 'settlements' },
  ...{ paper: 'landscape', roles: '区域管理员、只读', version: 2, published: 1, state: 'published', areaCode: '' },
  ...{ release: '第 1 版，第 2 版待发布', areaName: '全部区划', modifier: '系统', modifiedAt: `${today} 09:00:00` },
  ...{ schedule: '每月 1 日 06:00，下次 12-01 06:00', scheduled: true, manageable: true, runnable: true },
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

const person = { userId: 'u-1', name: '欧䶮', place: '示例大药房观前店' }

const schedule = {
  ...{ revision: 1, on: true, when: { rhythm: 'month', monthDay: 'last', clock: '06:00' }, roles: ['r-1'] },
  ...{ recipients: [person], offered: [{ id: 'r-1', name: '区域管理员', people: 2 }] },
  ...{ planner: '郑区管', savedAt: `${today} 09:00:00` },
}

const delivery = (name: string, outcome: string, more: object = {}) => ({
  ...{ name, outcome, reason: '', at: `${today} 06:00:10`, ...more },
})

const run = {
  ...{ id: 'run-1', dueAt: `${today} 06:00:00`, from: '2026-10-01', to: '2026-10-31', state: 'done' },
  note: '1 人没有发出',
  deliveries: [
    delivery('欧䶮', 'sent', { rows: 12 }),
    delivery('𠮷野', 'empty', { rows: 0 }),
    delivery('阿卜杜热合曼·阿卜杜克热木·买买提江艾力', 'skipped', { reason: '账号已停用' }),
    delivery('李店员', 'failed', { reason: '系统暂时不能统计，试过 3 次' }),
  ],
}

export const reportAnswers = {
  'reportSchedule.get': () => schedule,
  'reportSchedule.people': () => ({ items: [person, { userId: 'u-2', name: '𠮷野', place: '示例大药房平江店' }] }),
  'reportSchedule.save': () => ({ ...schedule, revision: 2 }),
  'reportSchedule.stop': () => null,
  'reportSchedule.runs': () => page([run]),
  'reportDefinition.paged': () => page([report, { ...report, id: 'd-2', code: 'SP-01', state: 'draft' }]),
  'reportDefinition.get': () => ({
    ...{ ...report, content },
    versions: [{ version: 1, at: `${today} 09:00:00`, by: '系统', what: '新增', changes: '' }],
  }),
  'reportDefinition.roles': () => ({ items: [{ id: 'r-1', name: '区域管理员' }] }),
  'reportDefinition.run': () => result,
  'reportDefinition.preview': () => result,
}
