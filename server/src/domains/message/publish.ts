import type { InputOf } from '@yibao/shared/call.ts'
import type { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { areaName } from '../organisation/districts.ts'
import { outside, reachOf } from '../permission/reach.ts'
import { tell } from './announce.ts'
import { countRecipients } from './receipts.ts'
import { type MessageDetail, wireDetail } from './rows.ts'
import { message } from './tables.ts'

type Form = InputOf<typeof messageCalls.publish>

/** Unless said otherwise a notice is in force for a month. ms. */
const lifetime = 30 * 86_400_000
/** A maintenance hides everywhere what the centre's light would say otherwise: a slip in the year must not do so for one. Days. */
const maintenanceDays = 30

/**
 * Everybody only by a super administrator, stores only where the publisher's data roles reach, whichever area he works in,
 * and an area only by who holds all of it: who has some of its stores would speak from, and show a maintenance on, other
 * companies' counters.
 */
const requireScope = async (c: Context, { scope, areas = [], stores = [] }: Form): Promise<void> => {
  if (scope === 'all' && !c.me.isSuperAdmin) refuse('message.all')
  if (scope === 'areas') {
    if (!areas.length) refuse('input.invalid', { text: '请选择区划' }, { fields: { areas: '请选择区划' } })
    for (const code of new Set(areas))
      if (!(await holdsArea(c, code)))
        refuse('message.scope', {}, { fields: { areas: `当前账号没有${areaName(code)}的全部门店` } })
  }
  if (scope === 'stores') {
    if (!stores.length) refuse('input.invalid', { text: '请选择门店' }, { fields: { stores: '请选择门店' } })
    if (outside(await reachOf(c), { areas: [], stores }).length)
      refuse('message.scope', {}, { fields: { stores: '当前账号没有所选的全部门店' } })
  }
}

const periodOf = ({ type, validFrom, validTo }: Form, now: Date) => {
  // The light of every counter says until when; a month would be nobody's word.
  if (type === 'maintenance' && !validTo)
    refuse('input.invalid', { text: '请填写维护到什么时候结束' }, { fields: { validTo: '请填写维护结束的时间' } })
  const from = validFrom ? parseTime(validFrom) : now
  const to = validTo ? parseTime(validTo) : new Date(Math.max(from.getTime(), now.getTime()) + lifetime)
  if (to <= from || to <= now)
    refuse('input.invalid', { text: '有效期应晚于生效时间和现在' }, { fields: { validTo: '应晚于生效时间和现在' } })
  if (type === 'maintenance' && to.getTime() - Math.max(from.getTime(), now.getTime()) > maintenanceDays * 86_400_000)
    refuse(
      'input.invalid',
      { text: `停机维护一次最长 ${maintenanceDays} 天，没有结束的到时再发布一条` },
      { fields: { validTo: `最晚为生效后 ${maintenanceDays} 天` } },
    )
  return { validFrom: from, validTo: to }
}

/** Message/Publish: a person's notice to everybody, areas or stores. */
export const publishMessage = async (c: Context, form: Form): Promise<MessageDetail> => {
  await requireScope(c, form)
  const { title, content, type, level, scope, mustRead = false } = form
  const places = {
    areas: scope === 'areas' ? [...new Set(form.areas)] : [],
    stores: scope === 'stores' ? [...new Set(form.stores)] : [],
  }
  const [row] = await c.db
    .insert(message)
    .values({
      ...{ id: newId(c.now), title, content, type, level, scope, mustRead, ...periodOf(form, c.now) },
      ...places,
      recipients: await countRecipients(c, { scope, users: [], ...places, publisherId: c.me.userId }),
      publisherId: c.me.userId,
      publisherName: c.me.name,
      publishedAt: c.now,
    })
    .returning()
  c.on(title, ...row!.stores)
  tell(c.deps, row!)
  return wireDetail({ row: row!, read: false, readers: 0 })
}
