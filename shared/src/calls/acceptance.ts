import { get, pageOf, paging, post } from '../call.ts'
import {
  acceptanceDetail,
  acceptanceMessage,
  acceptanceRow,
  acceptanceRun,
  runState,
  sampleMedium,
  stepState,
} from '../entities/acceptance.ts'
import { code, day, flag, group, id, list, note, optional, quantity } from '../field.ts'
import { xlsx } from './xlsx.ts'

const menu = ['ApiAcceptance', 'AutoApiAcceptance']
const started = group('验收', { id: id('编号'), progressId: id('进度') })

/**
 * /system-manager/api-acceptance and auto-api-acceptance: every transaction that a store's day takes, run against its
 * centre with a test person, with what went over the line as evidence (SPEC 7, domain.md 8.2).
 */
export const acceptance = {
  /**
   * Runs the scenario, or what the named transactions need of it. It books a purchase and reverses it, and another one
   * whose answer is thrown away and which recovery undoes.
   */
  oneKeyAcceptance: post('/api/Acceptance/OneKeyAcceptance', {
    menu,
    button: 'test',
    scope: 'store',
    progress: true,
    title: '一键验收',
    audit: { action: '接口验收', record: ['storeId', 'infnos', 'ownCode', 'stopOnError'] },
    input: {
      storeId: id('门店'),
      medium: sampleMedium,
      certNo: optional(code('证件号码', { max: 30 })),
      name: optional(note('姓名', { max: 50 })),
      ownCode: optional(code('商品编码', { max: 40 })),
      quantity: optional(quantity('数量')),
      // As many as a whole run may leave open.
      infnos: optional(list(code('交易', { max: 6 }), '交易', { max: 40 })),
      stopOnError: optional(flag('遇错停止')),
    },
    result: started,
  }),
  /** After the transaction it is at; what was booked is reversed all the same. */
  stop: post('/api/Acceptance/Stop', {
    menu,
    button: 'test',
    scope: 'store',
    title: '停止验收',
    audit: { action: '停止接口验收', record: ['id'] },
    input: { id: id('编号') },
  }),
  history: get('/api/Acceptance/History', {
    menu,
    scope: 'store',
    title: '验收记录',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      storeId: optional(id('门店')),
      state: optional(runState),
    },
    result: pageOf(acceptanceRun),
  }),
  get: get('/api/Acceptance/Get', {
    menu,
    scope: 'store',
    title: '验收详情',
    input: { id: id('编号') },
    result: acceptanceDetail,
  }),
  /** The newest result of each transaction. */
  paged: get('/api/Acceptance/Paged', {
    menu,
    scope: 'store',
    title: '接口验收',
    input: {
      ...paging,
      storeId: optional(id('门店')),
      infno: optional(code('交易', { max: 6 })),
      state: optional(stepState),
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
    },
    result: pageOf(acceptanceRow),
  }),
  /** A run as the evidence that is handed in: its steps, what went over the line with every person masked, its verdicts. */
  sheet: get('/api/Acceptance/Sheet', {
    menu,
    button: 'export',
    scope: 'store',
    title: '验收结果表',
    audit: { action: '导出验收结果', record: ['id'] },
    input: { id: id('编号') },
    file: xlsx,
  }),
  /** As it went over the line: a test person's data is in it, so it is kept sealed and each look is recorded. */
  message: get('/api/Acceptance/Message', {
    menu,
    button: 'test',
    scope: 'store',
    title: '验收报文',
    audit: { action: '查看验收报文', record: ['id'] },
    input: { id: id('编号') },
    result: acceptanceMessage,
  }),
}
