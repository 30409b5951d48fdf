import type { InputOf } from '@yibao/shared/call.ts'
import type { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { nodeOrder, nodeState } from '@yibao/shared/entities/site-load.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { asc, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import { shownState } from './rows.ts'
import { serverNode, type Wanted } from './tables.ts'

type Input = InputOf<typeof siteLoad.command>

/** Event by which a node tells the others that one of them is asked for something. */
const asked = 'node.order'

const wantedBy: Record<Input['order'], Wanted> = { drain: 'drained', resume: 'serving', restart: 'restart' }

/** Orders that a node in this state can follow. */
const fitting: Record<Input['order'], readonly string[]> = {
  drain: ['serving'],
  resume: ['draining', 'drained', 'restarting'],
  restart: ['serving', 'draining', 'drained'],
}

const read = async ({ db, services }: Pick<Deps, 'db' | 'services'>) => {
  const { wanted, wantedAt } = serverNode
  const [row] = await db.select({ wanted, wantedAt }).from(serverNode).where(eq(serverNode.id, services.node.id))
  return row
}

/** From now on this node does at once what it is asked, wherever it was asked. */
export const hearOrders = (deps: Deps, report: (fault: unknown) => void): void => {
  const { live, node } = deps.services
  live.onNodes?.(asked, (id) => {
    if (id !== node.id) return
    read(deps)
      .then((row) => node.obey(row))
      .catch(report)
  })
}

/**
 * Writes down what a node is to be and tells it. It finds it in its row all the same when nobody reaches it now. All
 * nodes' rows are locked meanwhile: of two who send away the last two nodes at once, one is asked again.
 */
export const giveOrder = async (c: Context, { id, order, reason, last }: Input): Promise<void> => {
  await c.db.transaction(async (tx) => {
    const rows = await tx.select().from(serverNode).orderBy(asc(serverNode.id)).for('update')
    const row = rows.find((one) => one.id === id) ?? refuse('not.found', { what: '这个节点' })
    const { name } = row
    const state = shownState(row, c.now)
    c.on(name)
    c.keep({ state: choiceTitle(nodeState, state) })
    if (state === 'lost' || state === 'ended') refuse('node.gone', { name })
    if (!fitting[order].includes(state))
      refuse('node.state', { name, state: choiceTitle(nodeState, state), order: choiceTitle(nodeOrder, order) })
    if (order === 'restart' && !row.restartable) refuse('node.alone', { name })
    const others = rows.some((one) => one.id !== id && shownState(one, c.now) === 'serving')
    if (order !== 'resume' && !others && !last && state === 'serving')
      refuse('node.last', { name, order: choiceTitle(nodeOrder, order) })
    // Two orders in one moment are two orders.
    const wantedAt = new Date(Math.max(c.now.getTime(), (row.wantedAt?.getTime() ?? 0) + 1))
    await tx
      .update(serverNode)
      .set({ wanted: wantedBy[order], wantedAt, wantedBy: c.me.name || c.me.userName, reason })
      .where(eq(serverNode.id, id))
  })
  const { live, node } = c.services
  if (id !== node.id) return live.tellNodes?.(asked, id)
  // Nobody waits for what it takes: this very request is under way as well.
  node.obey(await read(c.deps)).catch((fault) => reportFault('nodes', fault))
}
