import { addDays } from '@yibao/shared/time.ts'
import { at, today, yesterday } from './samples.ts'

// A day of one store: five groups, one of them unequal, a difference of four classes.

const sums = { count: 128, total: '12345.60', fund: '4300.00', account: '6045.60', cash: '2000.00' }

export const groups = (['310', '390', '310', '310', '390'] as const).map((insutype, i) => ({
  id: `g-${i}`,
  day: yesterday,
  storeId: 's-1',
  storeName: '示例大药房观前店',
  clrOptins: '320500',
  insutype,
  clrType: i > 2 ? '14' : '41',
  local: { ...sums, count: 128 - i * 20 },
  centreText: i === 0 ? '笔数差 +1，总额差 -40.60' : '平',
  differences: i === 0 ? 4 : 0,
  open: i === 0 ? 4 : 0,
  state: i === 0 ? ('3' as const) : ('2' as const),
  operatorName: '系统',
  at: at(today, '02:10:00'),
  resultExpires: i === 0 ? at(addDays(today, 2), '02:10:00') : undefined,
}))

const side = (total: string, account: string) => ({
  setlId: '320500000000010031',
  mdtrtId: 'M31',
  total,
  fund: '0.00',
  account,
  reversed: false,
})

const difference = {
  groupId: 'g-0',
  day: yesterday,
  storeName: '示例大药房观前店',
  msgidTail: '00150002',
  locked: false,
  undoable: false,
}

export const differences = [
  {
    ...difference,
    id: 'd-1',
    class: 'centreOnlyKnown' as const,
    maskedName: '张*',
    at: at(yesterday, '10:31:02'),
    orderId: 'o-5',
    centre: side('85.60', '60.00'),
    evidence: ['10:31:02 发出，答复丢失', '10:35 追溯码 4 个已登记出库，药品已交付'],
    proposal: 'backfill' as const,
    actions: ['backfill' as const, 'undo' as const, 'mark' as const],
    risk: 'local' as const,
  },
  {
    ...difference,
    id: 'd-2',
    class: 'localOnly' as const,
    maskedName: '李*',
    at: at(yesterday, '10:33:40'),
    orderId: 'o-1',
    local: side('33.00', '33.00'),
    evidence: ['10:33 已冲正成功，本地状态没有跟上'],
    proposal: 'markReversed' as const,
    actions: ['markReversed' as const, 'mark' as const],
    risk: 'local' as const,
  },
  {
    ...difference,
    id: 'd-3',
    class: 'crossDay' as const,
    maskedName: '王**',
    at: at(yesterday, '00:00:07'),
    orderId: 'o-2',
    local: side('12.00', '12.00'),
    centre: side('12.00', '12.00'),
    evidence: ['中心记在前一日'],
    proposal: 'moveDay' as const,
    actions: ['moveDay' as const, 'mark' as const],
    risk: 'local' as const,
  },
  {
    ...difference,
    id: 'd-4',
    class: 'duplicate' as const,
    maskedName: '赵*',
    at: at(yesterday, '15:02:11'),
    orderId: 'o-6',
    local: side('25.60', '0.00'),
    centre: side('51.20', '0.00'),
    evidence: ['同一 ERP 单 XS20266 有两笔中心结算，相隔 41 秒'],
    proposal: 'reverse' as const,
    actions: ['reverse' as const, 'mark' as const],
    risk: 'money' as const,
  },
]

const figures = (count: number, account: string, cash: string) => ({
  ...{ count, total: '12345.60', pool: '4300.00', aid: '0.00', account, cash },
})

/** Both sides of the same day (江苏日对账): the centre has a settlement more, and one of other amounts. */
export const figureDays = groups.map(({ centreText: _text, local: _local, ...group }, i) => ({
  ...group,
  local: figures(128 - i * 20, '6045.60', '2000.00'),
  centre:
    i === 4 ? undefined : figures(128 - i * 20 + (i ? 0 : 1), i ? '6045.60' : '6005.00', i ? '2000.00' : '2040.60'),
  gap:
    i === 4
      ? undefined
      : { ...figures(i ? 0 : -1, i ? '0.00' : '40.60', i ? '0.00' : '-40.60'), total: '0.00', pool: '0.00' },
  figuresAt: i === 4 ? undefined : at(today, '02:10:00'),
  state: i === 4 ? ('0' as const) : group.state,
  centreText: i ? undefined : '笔数 本地 128 / 中心 129，个人账户 本地 6045.60 / 中心 6005.00',
}))

export const figureMonths = figureDays.map(({ day, differences: _all, open: _open, ...group }) => ({
  ...group,
  month: day.slice(0, 7),
  days: 28,
  openDays: group.state === '2' ? 0 : 2,
}))

const rowSide = (account: string, cash: string) => ({
  ...{ total: '85.60', pool: '0.00', aid: '0.00', account, cash, reversed: false },
})
const figureRow = (i: number, kind: 'same' | 'different' | 'local' | 'centre') => ({
  ...{ id: `f-${i}`, kind, setlId: `32050000000001003${i}`, mdtrtId: `M3${i}`, at: at(yesterday, `10:3${i}:02`) },
  ...{ maskedName: '张*', erpBill: `XS2026${i}`, operatorName: '王小明', orderId: 'o-5', reversed: false },
  local: kind === 'centre' ? undefined : rowSide('60.00', '25.60'),
  centre:
    kind === 'local'
      ? undefined
      : rowSide(kind === 'different' ? '55.00' : '60.00', kind === 'different' ? '30.60' : '25.60'),
  gap:
    kind === 'same' || kind === 'different'
      ? {
          total: '0.00',
          pool: '0.00',
          aid: '0.00',
          account: kind === 'same' ? '0.00' : '5.00',
          cash: kind === 'same' ? '0.00' : '-5.00',
        }
      : undefined,
  difference: kind === 'same' ? undefined : differences[i % differences.length],
  handling: kind === 'same' ? undefined : '未处理',
})

export const figureRows = [
  figureRow(0, 'same'),
  figureRow(1, 'different'),
  figureRow(2, 'local'),
  figureRow(3, 'centre'),
]

export const figureHead = {
  ...figureDays[0]!,
  pulledAt: at(today, '02:11:00'),
  counts: (['same', 'different', 'local', 'centre', 'waiting'] as const).map((kind) => ({
    kind,
    count: figureRows.filter((row) => row.kind === kind).length,
  })),
}
