import type { ResultOf } from '@yibao/shared/call.ts'
import { dictionary } from '@yibao/shared/calls/base.ts'
import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { claimNames, liquidationRow } from '@yibao/shared/entities/liquidation.ts'
import { fen, formatAmount, formatCount, yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { callServer } from '../../../api/index.ts'
import { metaAt } from '../../../kit/index.ts'
import { printTables } from '../../../kit/list/print-table.ts'

type Detail = ResultOf<typeof liquidation.print>

const shown = (value: string | number): string => (typeof value === 'number' ? String(value) : formatAmount(value))

const amounts = (claim: string | number, book: string | number): string[] => {
  if (typeof claim === 'number') return [claim, book, claim - Number(book)].map(String)
  return [claim, String(book), yuan(fen(claim) - fen(String(book)))].map((text) => formatAmount(text))
}

/** Application forms on paper, each on a sheet of its own: what is claimed beside the books it is made of, and who signs. */
export const printApplications = async (details: readonly Detail[]): Promise<void> => {
  // The page may never have shown these columns: paper has names and no codes.
  const codeTypes = ['clr_type', 'clr_way', 'insutype']
  const dicts = await callServer(dictionary.map, { codeTypes, withStopped: true })
  return printTables(details.map((detail) => formOf(detail, dicts)))
}

/** One sheet of it. What has no number says how it stands: an answer that was lost is no 未申请. */
export const formOf = (detail: Detail, dicts: ResultOf<typeof dictionary.map>) => {
  const { fixmedinsName, fixmedinsCode, month, beginDay, endDay, eventId, settled, reversed, state } = detail
  const named = (key: 'clrType' | 'clrWay' | 'insutype') => {
    const { codeType } = metaAt(liquidationRow.shape, key)
    const entries = dicts.find((dict) => dict.codeType === codeType)?.codes
    return entries?.find(({ value }) => value === detail[key])?.name ?? detail[key]
  }
  const about = [
    `${fixmedinsName}（${fixmedinsCode}）`,
    `清算年月 ${month}（${beginDay} 至 ${endDay}）`,
    `清算机构 ${detail.clrOptins}`,
    ...[named('clrType'), named('clrWay'), named('insutype')],
    `结算 ${formatCount(settled)} 笔，撤销 ${formatCount(reversed)} 笔`,
    eventId ? `申请事件号 ${eventId}` : metaAt(liquidationRow.shape, 'state').choices?.[state],
    detail.editReason && `修改原因：${detail.editReason}`,
    `${formatTime(new Date())} 打印`,
  ]
  // Of a revoked one nothing is asked, and the books of now are not known.
  const moved = detail.books === 'moved' && claimNames.some((name) => detail.now[name] !== detail.book[name])
  const heads = ['项目', '申报', '生成时账上', '差额', ...(moved ? ['现在的账'] : [])]
  return {
    title: '医疗保障基金清算申请表',
    about: about.filter(Boolean).join(' · '),
    heads: heads.map((title, i) => ({ title, right: i > 0 })),
    rows: claimNames.map((name) => [
      metaAt(liquidationRow.shape, name).title,
      ...amounts(detail[name], detail.book[name]),
      ...(moved ? [shown(detail.now[name])] : []),
    ]),
    signatures: ['经办人', '审核', '机构负责人（盖章）', '医保中心经办'],
  }
}
