import { acceptanceRun as runFields, acceptanceStep as stepFields } from '@yibao/shared/entities/acceptance.ts'
import { orderStatus } from '@yibao/shared/entities/settlement.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { asc, eq } from 'drizzle-orm'
import { type Context, FileAnswer } from '../../call/context.ts'
import { maskedAway } from '../../centre/masked-wire.ts'
import { withoutFile } from '../../centre/operations/file.ts'
import { cellOf, columnOf } from '../../xlsx/cell.ts'
import { type Cell, mostText, xlsxBytes } from '../../xlsx/write.ts'
import { shownRun } from './rows.ts'
import { acceptanceStep } from './tables.ts'

/** A message as it may leave the house: nobody is in it, nor in the file it brings. */
const evidence = (infno: string, text: string): string => maskedAway(infno === '9101' ? withoutFile(text) : text)

/** A text in pieces that each fit into a cell, cut between lines where it has any. */
const pieces = (text: string): string[] => {
  if (text.length <= mostText) return [text]
  const line = text.lastIndexOf('\n', mostText)
  // Not between the halves of a character.
  const end = line > 0 ? line : mostText - (/[\uD800-\uDBFF]/.test(text[mostText - 1]!) ? 1 : 0)
  return [text.slice(0, end), ...pieces(text.slice(line > 0 ? end + 1 : end))]
}

const stepColumns = ['infno', 'name', 'state', 'ms', 'infcode', 'msgid', 'text'] as const
const noName = (_: string, code: string) => code
const choiceText = (schema: Parameters<typeof metaOf>[0], value: string) => metaOf(schema)?.choices?.[value] ?? value
const wide = (title: string) => ({ title, width: 60 })

/** Acceptance/Sheet: a run as one workbook, steps with their verdicts, messages, and what the run was. */
export const runSheet = async (c: Context, id: string): Promise<FileAnswer> => {
  const run = await shownRun(c, id)
  const wires = await c.db
    .select({
      infno: acceptanceStep.infno,
      msgid: acceptanceStep.msgid,
      request: acceptanceStep.request,
      response: acceptanceStep.response,
    })
    .from(acceptanceStep)
    .where(eq(acceptanceStep.runId, id))
    .orderBy(asc(acceptanceStep.place))
  const { vault } = c.services
  const opened = (infno: string, sealed: string) => (sealed ? evidence(infno, vault.open(sealed)) : '')
  const makers = stepColumns.map((key) => cellOf(stepFields.shape[key], noName))
  const steps = run.rows.map((row): Cell[] => [
    ...stepColumns.map((key, i) => makers[i]!(key === 'text' ? maskedAway(row.text) : row[key])),
    row.deviations.join('；'),
  ])
  const messages = wires
    .filter(({ request }) => request)
    .flatMap(({ infno, msgid, request, response }): Cell[][] => {
      const [sent, answered] = [pieces(opened(infno, request)), pieces(opened(infno, response) || '没有应答')]
      const longer = sent.length > answered.length ? sent : answered
      return longer.map((_, i) => [infno, msgid, sent[i], answered[i]])
    })
  const about: Cell[][] = [
    ['门店', run.storeName],
    ['结果', choiceText(runFields.shape.state, run.state)],
    ['通过', `${run.passed}`],
    ['未通过', `${run.failed}`],
    ['步骤', `${run.steps}`],
    ['样本参保人', run.maskedName],
    ['操作人', run.operatorName],
    ['开始时间', run.startedAt],
    ['结束时间', run.endedAt ?? ''],
    ['说明', run.note],
    ...run.orders.map(({ orderNo, status }) => ['验收订单', `${orderNo} ${choiceText(orderStatus, status)}`]),
    ['导出时间', formatTime(c.now)],
    ['导出人', c.me.name],
  ]
  c.on(`${run.storeName} ${run.startedAt}`, run.storeId)
  const bytes = await xlsxBytes([
    {
      name: '步骤',
      columns: [...stepColumns.map((key) => columnOf(stepFields.shape[key])), wide('与规范不符')],
      rows: [steps],
    },
    {
      name: '报文',
      columns: [columnOf(stepFields.shape.infno), { title: '报文号', width: 32 }, wide('请求'), wide('应答')],
      rows: [messages],
    },
    { name: '说明', columns: [{ title: '项目', width: 18 }, wide('内容')], rows: [about] },
  ])
  return new FileAnswer(bytes, `验收结果-${run.storeName}-${run.startedAt.replace(/\D/g, '')}.xlsx`)
}
