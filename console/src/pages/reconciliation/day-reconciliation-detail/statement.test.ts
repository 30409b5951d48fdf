import { expect, test } from 'vitest'
import type { Difference, Group } from '../../../reconciliation/repair/logic.ts'
import { statementOf } from './statement.ts'

const group = {
  storeName: '示例大药房观前店',
  insutype: '310',
  local: { count: 2, total: '100.00', fund: '0.00', account: '60.00', cash: '40.00' },
  centreText: '金额不一致',
} as Group

const side = (total: string) => ({ setlId: 'S1', mdtrtId: 'M1', total, reversed: false })
const row = (rest: Partial<Difference>) =>
  ({
    maskedName: '张*',
    at: '2026-11-20 10:31:00',
    class: 'amounts',
    evidence: [],
    locked: false,
    ...rest,
  }) as Difference

const about = (shown: Group, ...rows: Difference[]) =>
  statementOf({
    ...{ day: '2026-11-20', group: shown, insutype: () => '职工基本医疗保险', rows },
    ...{ by: '王小明', at: '2026-11-21 09:00:00' },
  })
const of = (...rows: Difference[]) => about(group, ...rows)

test('says of each difference both sides, local less centre, why, and what was done about it', () => {
  const { rows, heads, about, lines } = of(
    row({ local: side('85.60'), centre: side('85.50'), evidence: ['外地重算', '10:31 发出'] }),
    row({
      ...{ centre: side('33.00'), class: 'centreOnlyUnknown', handledAction: 'mark', handledBy: '李主管' },
      ...{ handledAt: '2026-11-21 08:00:00', handledNote: '已问医保中心' },
    }),
  )
  expect(heads.map(({ title }) => title).join(' ')).toBe(
    '序号 结算时间 参保人 结算号 类别 本地总额 中心总额 差额 依据 处理',
  )
  expect(rows[0]).toEqual([
    ...['1', '2026-11-20 10:31:00', '张*', 'S1', '金额不一致', '85.60', '85.50', '0.10', '外地重算；10:31 发出'],
    '未处理',
  ])
  expect(rows[1]!.slice(5)).toEqual([
    ...['--', '33.00', '-33.00', '原因未知'],
    '标记处理 李主管 2026-11-21 08:00:00 说明：已问医保中心',
  ])
  expect(about).toBe('2 笔差异，未处理 1 笔 · 王小明 · 2026-11-21 09:00:00 打印')
  expect(lines?.join(' ')).toContain('2026-11-20 · 示例大药房观前店 · 职工基本医疗保险')
})

test('of sums the centre tells words and no figure: nothing is taken from ours', () => {
  const evidence = ['本地 2 笔：总额 3.00', '医保中心答复「数据不一致」：“医疗费总额：中心 4.00”']
  const { rows } = of(row({ class: 'totals', local: side('3.00'), at: undefined, maskedName: '--', evidence }))
  expect(rows[0]!.slice(4, 9)).toEqual(['明细一致，合计不平', '3.00', '--', '--', evidence.join('；')])
})

test('where our book has been put right since, it says what the centre was told too', () => {
  const { lines: same } = of(row({ local: side('85.60'), centre: side('85.50') }))
  expect(same).toHaveLength(2)
  const compared = { count: 2, total: '99.50', fund: '0.00', account: '59.50', cash: '40.00' }
  const { lines } = about({ ...group, compared }, row({ local: side('85.60'), centre: side('85.50') }))
  expect(lines).toEqual([
    '2026-11-20 · 示例大药房观前店 · 职工基本医疗保险',
    '本地 2 笔 100.00，基金 0.00，个人账户 60.00，现金 40.00；医保中心：金额不一致',
    '对账时 2 笔 99.50，基金 0.00，个人账户 59.50，现金 40.00',
  ])
})
