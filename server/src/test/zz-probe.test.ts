import { calls } from '@yibao/shared/calls/index.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { storeIdOf } from '../database/seed/organisation.ts'
import { startTestServer, type TestServer } from './kit.ts'
let server: TestServer
beforeAll(async () => { server = await startTestServer({ database: 'pglite' }) })
afterAll(() => server.close())
const S = storeIdOf('P32050100001')
const show = (l: string, a: any) => console.log(l, a.success ? 'OK ' + JSON.stringify(a.result)?.slice(0, 400) : `${a.statusCode} ${a.resultNotice?.error} ${JSON.stringify(a.error?.fields ?? '')}`)
test('x', { timeout: 60000 }, async () => {
  const admin = await server.as('admin'); const area = await server.as('area', { areaCode: '320500' }); const clerk = await server.as('clerk')
  const A = calls as any
  const s = async (l: string, who: any, call: any, input: any, h?: any) => { const a = await who.send(call, input, h); show(l, a); return a }
  await s('dict rev', area, A.dictionary.addItem, { codeType: 'insutype', code: '888', name: 'x', validFrom: '2026-05-01', validTo: '2026-01-01' })
  await s('dict blank', area, A.dictionary.addItem, { codeType: 'insutype', code: '889', name: '  x  ' })
  await s('dict newtype', area, A.dictionary.addItem, { codeType: 'mytype', code: '1', name: 'x' })
  await s('dict enum type', area, A.dictionary.addItem, { codeType: 'orderStatus', code: '9', name: 'x' })
  await s('dict other area', area, A.dictionary.addItem, { codeType: 'insutype', code: '890', name: 'x', medicalAreaCode: '430100' })
  await s('dict no such area', admin, A.dictionary.paged, { medicalAreaCode: '999999' })
  await s('doctor rev', area, A.doctor.add, { storeId: S, name: '王', category: '3', code: 'D320501000009', validFrom: '2026-05-01', validTo: '2026-01-01' })
  await s('organ rev', area, A.organ.createOrgan, { name: '店', companyId: '10001', areaCode: '320500', fixmedinsCode: 'P32050100099', contractFrom: '2026-05-01', contractTo: '2026-01-01' })
  await s('dept rev', area, A.department.add, { storeId: S, code: 'Y1', name: '药店', category: 'A01', head: '王', phone: '13800138000', establishedOn: '2020-01-01', beginDay: '2026-05-01', endDay: '2026-01-01' , pharmacists: 1, doctors: 0, nurses: 0, technicians: 0, beds: 0 })
  await s('message rev', area, A.message.publish, { title: 't', content: 'c', type: 'system', level: 'info', scope: 'area', areas: ['320500'], validFrom: '2026-05-01 00:00:00', validTo: '2026-01-01 00:00:00' })
  await s('company licence past', admin, A.company.add, { companyId: '10009', name: '新', shortName: '新', contact: 'x', phone: '13800138000', erpType: 'x', licenceUntil: '2020-01-01' })
  await s('qr', clerk, A.qrCode.save, { kind: 'x', content: 'c' })
  await s('hint bad regex', admin, A.hintMessage.addHintMessageInfo, { pattern: '(', tips: 't', guide: 'g', sort: 1, enabled: true })
  await s('hint star', admin, A.hintMessage.addHintMessageInfo, { pattern: '(a+)+$', tips: 't', guide: 'g', sort: 1, enabled: true })
  await s('hint test', admin, A.hintMessage.testMessage, { message: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' })
  await s('hint dup', admin, A.hintMessage.addHintMessageInfo, { pattern: '(a+)+$', tips: 't', guide: 'g', sort: 1, enabled: true })
  await s('hint info no', admin, A.hintMessage.getHintMessageInfo, { id: 'zzz' })
  await s('hint del no', admin, A.hintMessage.delHintMessageInfo, { id: 'zzz' })
  for (const k of ['%', "'", 'a & b', '!', '( ', '䶮𠮷', ' ', '\\', 'OR', 'x'.repeat(60), '：', '。。']) await s('lucene ' + k, admin, A.hintMessage.searchFromLucene, { keyword: k })
  for (const k of ['%', "'", '\\', '_', '䶮', '阿莫', 'AMXL', ' 阿 莫 ', '　', '阿莫西林胶囊', 'x'.repeat(60), '６９', '(a', '*']) {
    await s('sel ' + k, area, A.catalogue.getItemDirectoryBySelect, { keyword: k })
    await s('srch ' + k, clerk, A.catalogue.searchItemDirectoryList, { keyword: k })
    await s('dis ' + k, area, A.disease.searchDiseaseList, { keyword: k })
  }
  for (const [name, call] of Object.entries({ order: 'order.paged', recon: 'reconciliation.dayPaged', sign: 'signIn.paged', nope: 'x.y', proto: 'constructor', abn: 'order.abnormalPaged', fund: 'fundPay.query', user: 'roleUser.getUserTreeByPage', dict: 'dictionary.paged', cat: 'catalogue.getItemDirectoryByPage', log: 'operationLog.paged', mdiff: 'menuDiff.paged', prac: 'insPractitioner.paged' }))
    await s('export ' + name, area, A.exporting.create, { call, input: { keyword: '查无此条zz' }, columns: [], title: '空' })
})
