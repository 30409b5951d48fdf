import { qrCode } from '@yibao/shared/calls/qr-code.ts'
import { act, defineList, QRCode, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { hasStore, useMe } from '../../state/me.ts'

type Row = RowOf<typeof qrCode.query>

/** 二维码: codes of the store for customers to scan (domain.md 8.6). */
export default defineList({
  tableId: 'qr-code',
  call: qrCode.query,
  rowKey: 'code',
  empty: '还没有二维码。门店的操作员按「新增二维码」保存',
  filters: ['code', 'kind', { key: 'storeId', title: '门店', more: true, input: StoreFilter }],
  columns: [
    { key: 'content', width: 280 },
    { key: 'kind', width: 110 },
    { key: 'storeName', width: 200 },
    { key: 'validUntil', width: 120 },
    { key: 'scans', width: 100 },
    { key: 'savedAt', width: 120 },
    { key: 'code', width: 260, hidden: true },
  ],
  actions: [
    act({
      key: 'add',
      text: '新增二维码',
      primary: true,
      call: qrCode.save,
      shown: hasStore,
      form: {
        fields: ['kind', 'content', 'validUntil'],
        initial: () => ({ kind: 'store' }),
        okText: '保存二维码',
      },
      done: '二维码已保存',
    }),
  ],
  rowActions: [
    {
      key: 'show',
      text: '查看',
      run: (row, { dialogs }) =>
        dialogs.confirm({
          title: `${row.storeName} · 二维码`,
          tips: (
            <div style={{ display: 'grid', placeItems: 'center', padding: 16, background: '#fff' }}>
              <QRCode value={row.content} size={240} bordered={false} color="#000" bgColor="#fff" />
            </div>
          ),
          okText: '关闭',
        }),
    },
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: qrCode.remove,
      // Nobody has signed in who could answer for it.
      shown: () => useMe.getState().me?.user.guest === false,
      input: ({ code }: Row) => ({ code }),
      confirm: ({ storeName, content }: Row) => ({
        title: `删除「${storeName}」的二维码`,
        tips: `${content}。删除后按编号查不到它；已经打印张贴的要一起撤下。不能恢复。`,
      }),
      done: '二维码已删除',
    }),
  ],
})
