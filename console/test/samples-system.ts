import { page, today } from './samples.ts'

// Answers of the pages about hits of services and versions of the database.

const hit = { calls: 1200, hits: 1180, rate: '0.9833', avgMs: 35, errors: 2 }
const hits = (key: string, name: string) => ({
  items: [
    { key, name, ...hit },
    { key: 'role.getMenuList', name: '菜单 /api/Role/GetMenuList', calls: 300, avgMs: 4, errors: 0 },
  ],
  ...{ total: 2, totalIsBound: false, totals: hit, at: `${today} 10:31:00` },
})

const sqlRow = {
  ...{ reversible: true, id: 'x-1', kind: 'script', version: '1.2.1', name: '补录𠮷䶮门店资料', module: '门店' },
  ...{ database: 'PostgreSQL yibao', checksum: 'a'.repeat(64), state: 'pending', executor: '', error: '', barred: '' },
}
const sqlDetail = {
  ...{ ...sqlRow, script: 'update store set phone = null', rollback: 'select 1', notes: '补录', events: [] },
  ...{ signers: 'release、backup', uploadedBy: '周管理', uploadedAt: `${today} 09:00:00` },
}

export const systemAnswers = {
  'serviceHit.chart': () => hits('card.read', '读卡 /api/Card/Read'),
  'serviceHit.byDay': () => hits(today, today),
  'serviceHit.options': () => ({
    services: [{ serviceName: 'card.read', title: '读卡', path: '/api/Card/Read' }],
    companies: [{ companyId: 'c-1', name: '示例医药连锁' }],
  }),
  'sqlVersion.paged': () => page([sqlRow]),
  'sqlVersion.get': () => sqlDetail,
}
