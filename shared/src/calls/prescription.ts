import { type ButtonCode, get, pageOf, paging, post } from '../call.ts'
import { counterItem } from '../entities/counter-item.ts'
import {
  rxAttribute,
  rxChoice,
  rxDetail,
  rxForm,
  rxListed,
  rxQueueRow,
  rxQueueState,
  rxReviewer,
  rxRow,
  rxSource,
  rxState,
  rxTold,
  rxType,
  rxUse,
} from '../entities/prescription.ts'
import { code, day, flag, group, id, integer, list, note, optional, quantity, text } from '../field.ts'
import { rxPaths } from './paths.ts'
import { rxWaiting } from './prescription-waiting.ts'

const menu = 'RxManagement'
const queue = 'RxOnlinePush'
const counter = 'SwipingCard'
const ofId = { id: id('处方') }
const readId = optional(id('读卡编号'))
const hospital = optional(note('开方医院', { max: 100 }))
/** The whole name, as it is written: names are kept sealed and found by a mark. */
const name = optional(note('姓名', { max: 50 }))
const verdict = {
  ...ofId,
  /** The one that was read: a prescription changed meanwhile is not reviewed unread. */
  revision: integer('版本'),
  passed: flag('通过'),
  opinion: note('审核意见', { max: 200 }),
}
// What is recorded says nothing of the person.
const record = ['number', 'hospital', 'prescribedOn'] as const

/** Typing a prescription in: on its own page, and at the counter for the customer who was read. */
const entering = (prefix: '' | 'Counter', at: { menu: string; button: ButtonCode }) => ({
  save: post(`/api/Rx/${prefix}Save`, {
    ...at,
    title: '录入处方',
    scope: 'store',
    audit: { action: '录入处方', record: [...record] },
    /** A correction names the `revision` that it was made on: it replaces all that is written there. */
    input: { id: optional(ofId.id), revision: optional(integer('版本')), readId, ...rxForm },
    result: rxDetail,
  }),
  image: post(`/api/Rx/${prefix}Image`, {
    ...at,
    title: '上传处方照片',
    scope: 'store',
    upload: true,
    audit: { action: '上传处方照片', record: ['id'] },
    input: ofId,
    result: rxDetail,
  }),
})

const atPage = entering('', { menu, button: 'add' })
const atCounter = entering('Counter', { menu: counter, button: 'settle' })

/**
 * Prescriptions that circulate: those of the customer who was read are listed, and one is downloaded. His e-voucher is
 * shown for that (businessType 02122, domain.md 7.2); `present` asks for it.
 */
const circulating = (prefix: '' | 'Counter', at: { menu: string; button: ButtonCode }) => ({
  circulated: get(`/api/Rx/${prefix}Circulated`, {
    ...at,
    title: '查询流转处方',
    scope: 'store',
    input: { readId: id('读卡编号'), present: optional(flag('出示医保码')) },
    result: group('流转处方', { presented: flag('已出示医保码'), items: list(rxListed) }),
  }),
  download: post(`/api/Rx/${prefix}Download`, {
    ...at,
    title: '下载处方',
    scope: 'store',
    audit: { action: '下载处方', record: ['seqNo'] },
    input: { readId: id('读卡编号'), seqNo: code('流水号', { max: 30 }) },
    result: rxDetail,
  }),
  match: post(`/api/Rx/${prefix}Match`, {
    ...at,
    button: prefix ? at.button : 'handle',
    title: '选择本店商品',
    scope: 'store',
    audit: { action: '对应处方药品', record: ['id', 'no', 'ownCode', 'limit'] },
    input: {
      ...ofId,
      revision: integer('版本'),
      no: integer('第几种', { min: 1, max: 99 }),
      ownCode: code('本店商品'),
      limit: quantity('最多可售（按本店单位）'),
    },
    result: rxDetail,
  }),
})

const pageCirculation = circulating('', { menu, button: 'download' })
const counterCirculation = circulating('Counter', { menu: counter, button: 'settle' })

/** /reconciliation/rx-management and rx-online-push: prescriptions and a pharmacist's review of them (domain.md 7 and 8.7). */
export const rx = {
  paged: get(rxPaths.paged, {
    title: '处方管理',
    menu,
    scope: 'store',
    input: {
      ...paging,
      ...{ from: optional(day('开方日期起')), to: optional(day('开方日期止')) },
      number: optional(note('处方号', { max: 30 })),
      ...{ name, readId, hospital, doctor: optional(note('开方医生', { max: 50 })) },
      ...{ state: optional(rxState), use: optional(rxUse) },
      ...{ source: optional(rxSource), dispense: optional(rxTold('取药上传')) },
      ...{ rxType: optional(rxType), attribute: optional(rxAttribute), storeId: optional(id('门店')) },
    },
    result: pageOf(rxRow),
  }),
  /** The pharmacists' queue, who waits longest first. */
  pushPaged: get(rxPaths.pushPaged, {
    title: '待审核处方',
    menu: queue,
    scope: 'store',
    input: {
      ...paging,
      ...{ from: optional(day('提交日期起')), to: optional(day('提交日期止')), hospital, name },
      queue: optional(rxQueueState),
      storeId: optional(id('门店')),
    },
    result: pageOf(rxQueueRow),
  }),
  ...rxWaiting,
  get: get('/api/Rx/Get/:id', {
    title: '处方',
    menu: [menu, queue, counter],
    scope: 'store',
    input: ofId,
    result: rxDetail,
  }),
  picture: get('/api/Rx/Picture/:id', {
    title: '处方照片',
    menu: [menu, queue, counter],
    scope: 'store',
    file: 'application/octet-stream',
    /** `revision`: as a pharmacist of then saw it (`former`). */
    input: { ...ofId, revision: optional(integer('版本')) },
  }),
  /** The prescription with its review as a sheet of A5. */
  print: get('/api/Rx/Print/:id', {
    title: '打印处方',
    menu,
    button: 'print',
    scope: 'store',
    file: 'application/pdf',
    input: ofId,
  }),
  reviewer: get('/api/Rx/Reviewer', {
    title: '审核药师',
    menu: [menu, queue, counter],
    scope: 'store',
    input: { storeId: optional(id('门店')) },
    result: rxReviewer,
  }),
  save: atPage.save,
  image: atPage.image,
  counterSave: atCounter.save,
  counterImage: atCounter.image,
  /** The prescriptions of the customer who was read, usable ones first, with the goods they allow (ux 1.3). */
  usable: get('/api/Rx/Usable', {
    title: '可用处方',
    menu: counter,
    scope: 'store',
    input: { readId: id('读卡编号') },
    result: group('可用处方', {
      items: list(rxChoice),
      goods: list(counterItem, '药品'),
    }),
  }),
  circulated: pageCirculation.circulated,
  download: pageCirculation.download,
  match: pageCirculation.match,
  counterCirculated: counterCirculation.circulated,
  counterDownload: counterCirculation.download,
  counterMatch: counterCirculation.match,
  /** The number under which a prescription of the customer who was read is downloaded: one as long as that is open. */
  ecRxGetSeqNoHass: post('/api/MatchsOutsideRxExternal/EcRxGetSeqNoHass', {
    title: '取处方下载流水号',
    menu: [counter, menu],
    scope: 'store',
    input: { readId: id('读卡编号'), number: code('处方号', { max: 30 }) },
    result: group('流水号', { seqNo: code('流水号') }),
  }),
  /** Tells the centre now what it has not heard: the verdict, what was handed out, what came back. */
  tell: post('/api/Rx/Tell', {
    title: '重新上传',
    menu,
    button: 'handle',
    scope: 'store',
    audit: { action: '上传审核和取药信息', record: ['id'] },
    input: ofId,
    result: group('结果', { done: flag('已上传'), text: note('说明') }),
  }),
  /** The asker reviews it and nobody else, for a quarter of an hour. */
  take: post('/api/Rx/Take/:id', {
    title: '接收处方',
    menu: queue,
    button: 'approve',
    scope: 'store',
    audit: { action: '接收处方', record: ['id'] },
    input: ofId,
    result: rxDetail,
  }),
  giveBack: post('/api/Rx/GiveBack/:id', {
    title: '放回处方',
    menu: queue,
    button: 'approve',
    scope: 'store',
    audit: { action: '放回处方', record: ['id'] },
    input: ofId,
    result: rxDetail,
  }),
  /** To whoever typed it, to be corrected: no verdict about the prescription. */
  return: post('/api/Rx/Return', {
    title: '退回处方',
    menu: queue,
    button: 'approve',
    scope: 'store',
    audit: { action: '退回处方', record: ['id', 'reason'] },
    input: { ...ofId, reason: text('退回原因', { min: 2, max: 200 }) },
    result: rxDetail,
  }),
  /** A pharmacist's verdict under his own account. */
  review: post('/api/Rx/Review', {
    title: '审核处方',
    menu: [queue, menu],
    button: 'approve',
    scope: 'store',
    audit: { action: '审核处方', record: ['id', 'passed', 'opinion'] },
    input: verdict,
    result: rxDetail,
  }),
  /** The same at somebody else's PC: the pharmacist gave his own password (Auth/Authorize, `prescription`). */
  reviewHere: post('/api/Rx/ReviewHere', {
    title: '药师到场审核处方',
    menu: [counter, menu],
    scope: 'store',
    audit: { action: '药师到场审核处方', record: ['id', 'passed', 'opinion'] },
    input: { ...verdict, authorizationId: optional(id('授权')) },
    result: rxDetail,
  }),
  /** Withdraws one that no settlement holds. */
  undo: post('/api/Rx/Undo', {
    title: '撤销处方',
    menu,
    button: 'handle',
    scope: 'store',
    audit: { action: '撤销处方', record: ['id', 'reason'] },
    input: { ...ofId, reason: text('撤销原因', { min: 2, max: 200 }) },
    result: rxDetail,
  }),
}
