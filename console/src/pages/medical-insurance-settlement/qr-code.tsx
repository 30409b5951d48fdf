import { qrCode } from '@yibao/shared/calls/store.ts'
import { act, defineList, QRCode } from '../../kit/index.ts'
import { hasStore } from '../../state/me.ts'

/** 二维码: codes of the store for customers to scan (domain.md 8.6). */
export default defineList({
  tableId: 'qr-code',
  call: qrCode.query,
  rowKey: 'code',
  empty: '还没有二维码。门店的操作员按「新增二维码」保存',
  filters: ['code'],
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
  ],
})
