import type { papers } from '@yibao/shared/agent/documents.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { client as calls } from '@yibao/shared/calls/client.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { agent, store } from '../organisation/tables.ts'
import { printPaper } from '../slip/document/paper.ts'
import type { Node } from '../slip/document/pdf.ts'

// That a counter PC was set up (ux 5, step 8) is kept with what is known of its agent, which nothing else of it overwrites.

type Steps = InputOf<typeof calls.accept>['steps']

interface Accepted {
  /** unix ms */
  at: number
  by: string
  steps: Steps
}

/** What stands there of this binding; a PC that was bound anew has to be set up anew. */
const acceptedIn = ({ state, enrolledAt }: Pick<typeof agent.$inferSelect, 'state' | 'enrolledAt'>) => {
  const { accepted } = state as { accepted?: Accepted }
  return accepted && accepted.at >= enrolledAt.getTime() ? accepted : undefined
}

/** `8 步通过`, `6 步通过（1 步有提醒），2 步跳过`. */
const summaryOf = (steps: Steps): string => {
  const count = (wanted: Steps[number]['state']) => steps.filter(({ state }) => state === wanted).length
  const [warned, skipped] = [count('warn'), count('skipped')]
  const passed = `${steps.length - skipped} 步通过${warned ? `（${warned} 步有提醒）` : ''}`
  return skipped ? `${passed}，${skipped} 步跳过` : passed
}

/** `2026-12-01 8 步通过`, for 客户端监控; undefined where nobody finished the wizard since the PC was bound. */
export const acceptedText = (row: Parameters<typeof acceptedIn>[0]): string | undefined => {
  const accepted = acceptedIn(row)
  return accepted && `${formatTime(new Date(accepted.at)).slice(0, 10)} ${summaryOf(accepted.steps)}`
}

/** An agent that serves a store of the asker's, with the first of those stores. */
const servingOf = async (c: Context, agentId: string) => {
  const serves = and(sql`${store.id} in (select jsonb_array_elements_text(${agent.storeIds}))`, c.scope.where(store.id))
  const [found] = await c.db
    .select({ agent, name: store.name, fixmedinsCode: store.fixmedinsCode, storeId: store.id })
    .from(agent)
    .innerJoin(store, serves)
    .where(eq(agent.id, agentId))
    .orderBy(store.fixmedinsCode, store.id)
    .limit(1)
  if (!found) return refuse('not.found', { what: '本店的这台客户端' })
  c.on(found.agent.machine, found.storeId)
  return found
}

/** mm: width of the paper, its height where it is a sheet, its side margin. */
const sizes: Record<keyof typeof papers, { width: number; height?: number; side: number }> = {
  roll58: { width: 58, side: 5 },
  roll80: { width: 80, side: 4 },
  a5: { width: 148, height: 210, side: 15 },
  a4: { width: 210, height: 297, side: 19 },
  continuous241: { width: 241, height: 140, side: 19 },
}
const [fontSize, lineMm, headMm] = [9, 4, 55]

/** A roll is cut where the card ends: as long as its texts need at this width. */
const heightOf = (texts: readonly string[], width: number) => {
  const signs = Math.floor(width / 3.4)
  return headMm + texts.reduce((sum, text) => sum + lineMm * (Math.ceil(text.length / signs) + 0.5), 0)
}

const words: Record<Steps[number]['state'], string> = { done: '通过', warn: '通过，有提醒', skipped: '已跳过' }

const acceptanceCard = async (c: Context, agentId: string, paper: keyof typeof papers): Promise<FileAnswer> => {
  const found = await servingOf(c, agentId)
  const accepted = acceptedIn(found.agent) ?? refuse('not.found', { what: '这台客户端的验收结果' })
  const facts = [
    `门店：${found.name}（${found.fixmedinsCode}）`,
    `电脑：${found.agent.machine}`,
    `助手：${found.agent.version} ${agentId}`,
    `验收：${formatTime(new Date(accepted.at))} ${accepted.by}`,
    `结果：${summaryOf(accepted.steps)}`,
  ]
  const steps = accepted.steps.map(({ title, state, text }, n) => [`${n + 1} ${title}：${words[state]}`, text] as const)
  const { width, height, side } = sizes[paper]
  return printPaper(c, { facts, steps }, (shown) => ({
    title: '医保云 本机验收卡',
    size: [width, height ?? heightOf([...shown.facts, ...shown.steps.flat()], width - 2 * side)],
    margins: [side, 5, side, 12],
    fontSize,
    content: [
      { text: '医保云 本机验收卡', bold: true, fontSize: 12, alignment: 'center', margin: [0, 0, 0, 6] },
      ...shown.facts.map((text): Node => ({ text, wordBreak: 'break-all' })),
      ...shown.steps.map(
        ([title, text]): Node => ({
          unbreakable: true,
          margin: [0, 4, 0, 0],
          stack: [{ text: title, bold: true }, ...(text ? [{ text, wordBreak: 'break-all' } as Node] : [])],
        }),
      ),
      { text: '签字：', margin: [0, 12, 0, 0] },
    ],
  }))
}

/** What a signed-in person keeps and prints of a finished wizard. */
export const acceptedHandlers: Pick<Handlers<typeof calls>, 'accept' | 'acceptanceCard'> = {
  accept: async ({ agentId, steps }, c) => {
    await servingOf(c, agentId)
    const accepted: Accepted = { at: c.now.getTime(), by: c.me.name, steps }
    const state = sql`${agent.state} || ${JSON.stringify({ accepted })}::jsonb`
    await c.db.update(agent).set({ state }).where(eq(agent.id, agentId))
    const summary = summaryOf(steps)
    c.keep({ after: { summary } })
    return { at: formatTime(c.now), summary }
  },
  acceptanceCard: ({ agentId, paper }, c) => acceptanceCard(c, agentId, paper),
}
