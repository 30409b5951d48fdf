import { formatCount } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { dictNames } from '../../../kit/index.ts'
import { printTable } from '../../../kit/list/print-table.ts'
import { actionTitle, classTitle } from '../../../reconciliation/repair/decide.tsx'
import { type Difference, differenceOf, type Group, isOpen } from '../../../reconciliation/repair/logic.ts'
import { useMe } from '../../../state/me.ts'
import type { Bench } from './use-bench.ts'

type Printed = Parameters<typeof printTable>[0]

interface Asked {
  day: string
  group: Group
  /** Name of an insurance by its code. */
  insutype: (code: string) => string
  rows: readonly Difference[]
  /** Who prints, and when. */
  by: string
  at: string
}

const heads = [
  ...['序号', '结算时间', '参保人', '结算号', '类别'].map((title) => ({ title, right: false })),
  ...['本地总额', '中心总额', '差额'].map((title) => ({ title, right: true })),
  ...['依据', '处理'].map((title) => ({ title, right: false })),
]

const handling = (row: Difference): string => {
  if (isOpen(row)) return row.locked ? '核实中' : '未处理'
  const how = row.handledAction && actionTitle(row.handledAction)
  return [how, row.handledBy, row.handledAt, row.handledNote && `说明：${row.handledNote}`].filter(Boolean).join(' ')
}

const sumsText = ({ count, total, fund, account, cash }: Group['local']) =>
  `${formatCount(count)} 笔 ${total}，基金 ${fund}，个人账户 ${account}，现金 ${cash}`

/** 差异说明 of a group for the bureau (ux 3): what differs, local − centre, why, and what was done about it. */
export const statementOf = ({ day, group, insutype, rows, by, at }: Asked): Printed => {
  const { storeName, local, compared, centreText } = group
  const open = rows.filter(isOpen).length
  return {
    title: '日对账差异说明',
    lines: [
      `${day} · ${storeName} · ${insutype(group.insutype)}`,
      `本地 ${sumsText(local)}${centreText ? `；医保中心：${centreText}` : ''}`,
      // Our book has moved since: by a repair, or by business that came later.
      ...(compared ? [`对账时 ${sumsText(compared)}`] : []),
    ],
    about: `${formatCount(rows.length)} 笔差异，未处理 ${formatCount(open)} 笔 · ${by} · ${at} 打印`,
    heads,
    rows: rows.map((row, i) => [
      String(i + 1),
      row.at ?? '--',
      row.maskedName,
      row.centre?.setlId || row.local?.setlId || '--',
      classTitle(row.class),
      row.local?.total ?? '--',
      row.centre?.total ?? '--',
      row.class === 'totals' ? '--' : differenceOf(row.local?.total, row.centre?.total),
      row.evidence.join('；') || '原因未知',
      handling(row),
    ]),
    signatures: ['经办人', '负责人', '医保经办机构'],
  }
}

/** Prints the 差异说明 of the group that is on the bench. */
export const printStatement = async ({ day, group, all: rows }: Bench): Promise<void> => {
  const user = useMe.getState().me?.user
  const by = user?.name || user?.userName || ''
  const insutype = dictNames('insutype')
  if (group) await printTable(statementOf({ day, group, insutype, rows, by, at: formatTime(new Date()) }))
}
