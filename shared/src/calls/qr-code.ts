import { pageOf, paging, post } from '../call.ts'
import { choice, group, id, integer, note, optional, text, time } from '../field.ts'

const qrKind = choice('类型', { payment: '收款码', store: '门店码', register: '登记码' })

export const qrCode = {
  save: post('/api/QrCode/Save', {
    menu: 'QrCode',
    button: 'add',
    guest: true,
    scope: 'store',
    title: '保存二维码',
    audit: { action: '保存二维码', target: ['content'], record: ['kind', 'content'] },
    input: { kind: qrKind, content: text('内容', { max: 500 }), validUntil: optional(time('有效期至')) },
    result: group('二维码', { code: id('编号') }),
  }),
  /** Whoever saves one may take it away: a wrong one leads a customer's money astray until somebody does. */
  remove: post('/api/QrCode/Remove/:code', {
    menu: 'QrCode',
    button: 'add',
    scope: 'store',
    title: '删除二维码',
    audit: { action: '删除二维码', record: ['code'] },
    input: { code: id('编号') },
  }),
  query: post('/api/QrCode/Query', {
    reads: true,
    menu: 'QrCode',
    guest: true,
    scope: 'store',
    title: '查询二维码',
    input: {
      code: optional(note('编号', { max: 60 })),
      kind: optional(qrKind),
      storeId: optional(id('门店')),
      ...paging,
    },
    result: pageOf(
      group('二维码', {
        code: id('编号'),
        storeName: text('门店'),
        kind: qrKind,
        content: text('内容'),
        validUntil: optional(time('有效期至')),
        scans: integer('扫码次数'),
        savedAt: time('保存时间'),
      }),
    ),
  }),
}
