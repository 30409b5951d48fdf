import type { InputOf } from '@yibao/shared/call.ts'
import type { systemConfig, ybOptions } from '@yibao/shared/calls/config.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { systemSetting } from '../organisation/tables.ts'
import { refreshCentres } from '../plugin/centre.ts'
import { checkLevel, checkValues } from './check.ts'
import { mayChange, ownOf, type Place, writeOwn } from './place.ts'
import { layersOf } from './state.ts'
import { isSecret, toStored, toWire } from './stored.ts'
import { turnCentre } from './turn-centre.ts'
import { requireNight, turnMoney } from './turn-money.ts'
import { askTelling, turnTelling } from './turn-telling.ts'

type Values = Record<string, unknown>
type Change = Pick<InputOf<typeof ybOptions.saveYBConfigOptions>, 'revision' | 'reset'> & {
  values: InputOf<typeof ybOptions.saveYBConfigOptions>['values'] | InputOf<typeof systemConfig.save>['values']
}

/** The given values as they are kept: a secret opened (SPEC 5) and sealed, everything else in its stored form. */
export const storedOf = async ({ services, me }: Context, place: Place, values: Values): Promise<Values> => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const secrets = given.filter(([key]) => isSecret(key))
  const plain = secrets.length
    ? await services.passwords.open(
        secrets.map(([, value]) => String(value)),
        `${me.userName} ${place.key}`,
      )
    : []
  const opened = new Map(secrets.map(([key], i) => [key, plain[i]]))
  return Object.fromEntries(given.map(([key, value]) => [key, toStored(key, opened.get(key) ?? value, services.vault)]))
}

/** Values for the operation log: a secret only as changed or not. */
const logged = ({ services }: Context, keys: readonly string[], values: Values): Values =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      isSecret(key) ? (values[key] ? '已填写' : undefined) : toWire(key, values[key], services.vault),
    ]),
  )

const changed = (before: Values, given: Values, reset: readonly string[]): Values => {
  const after: Values = { ...before, ...given }
  for (const key of reset) delete after[key]
  return after
}

interface Kept {
  /** Absent: whatever is stored now is changed, as by an upload of one file. */
  revision?: number
  /** In stored form. */
  given: Values
  reset?: readonly string[]
  check?: (tx: Context['db'], after: Values) => Promise<void>
  /** What the levels above say, the weakest first. */
  above?: readonly Values[]
}

/** Writes what a place says itself, and the log's before and after. Refuses a change made on an older revision. */
export const keepOptions = async (
  c: Context,
  place: Place,
  { revision, given, reset = [], check, above = [] }: Kept,
): Promise<void> => {
  if (!(await mayChange(c, place))) refuse('config.area')
  await c.db.transaction(async (tx) => {
    if (place.level === 'system') await tx.insert(systemSetting).values({ id: 'system' }).onConflictDoNothing()
    const before = await ownOf(tx, place, true)
    if (revision !== undefined && before.revision !== revision)
      refuse('config.changed', { by: before.by, at: before.at ? formatTime(before.at) : '' })
    const after = changed(before.settings, given, reset)
    await check?.(tx, after)
    Object.assign(after, turnTelling({ above, before: before.settings, after, now: c.now }))
    await turnMoney(tx, place, before.settings, after)
    await turnCentre(tx, place, { before: before.settings, after, now: c.now })
    await writeOwn(tx, place, {
      settings: after,
      settingsRevision: before.revision + 1,
      settingsBy: c.me.name,
      settingsAt: c.now,
    })
    const touched = [...new Set([...Object.keys(given), ...reset])]
    c.on(place.name)
    c.keep({ place: place.key, before: logged(c, touched, before.settings), after: logged(c, touched, after) })
  })
  if (place.level === 'area') await refreshCentres(c.deps)
}

/** Saves a place's own options, files excepted. */
export const saveOptions = async (
  c: Context,
  place: Place,
  { revision, reset = [], values }: Change,
): Promise<void> => {
  checkLevel(place, [...Object.keys(values), ...reset])
  const layers = await layersOf(c, place)
  const above = layers.slice(0, -1).map((layer) => layer.values)
  const before = layers.at(-1)?.values ?? {}
  const wanted = reset.includes('saleUpload') ? undefined : ((values as Values).saleUpload ?? before.saleUpload)
  if (await mayChange(c, place)) {
    await requireNight(c, place, before, changed(before, values, reset))
    await askTelling(c, place, { above, before, after: { ...before, saleUpload: wanted }, now: c.now })
  }
  const given = await storedOf(c, place, values)
  const touched = Object.fromEntries([...Object.entries(values), ...reset.map((key) => [key, null])])
  await keepOptions(c, place, {
    ...{ revision, given, reset, above },
    check: (tx, after) => checkValues(tx, place, touched, Object.assign({}, ...above, after)),
  })
}
