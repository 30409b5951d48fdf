import { formatDay } from '@yibao/shared/time.ts'
import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { Header, NotSent, Refused, Sender, Unknown } from '../../centre/client.ts'
import { faultText } from '../../centre/fault.ts'
import { newMsgid } from '../../centre/msgid.ts'
import { signIn as signInOperation } from '../../centre/operations/sign.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { inTurn } from '../system/turn.ts'
import { type Clerk, machineOf, noMac } from './machine.ts'
import { nextSerial } from './serial.ts'
import { signIn } from './tables.ts'

export type SignRow = typeof signIn.$inferSelect

/** Who signs in: a person, or the store's own system operator (DESIGN 7). */
interface Operator {
  userId: string
  operatorNo: string
  name: string
  system: boolean
}

const longest = 20

/** opter_no at the centre is 20 characters: a longer name keeps its beginning, and a mark of its own tells two apart. */
const operatorNoOf = (userName: string): string => {
  if (userName.length <= longest) return userName
  const mark = sha256hex(userName).slice(0, 7)
  return `${userName.slice(0, longest - mark.length - 1)}-${mark}`
}

/** The person as the centre's operator: opter_no of at most 20 characters, by the user name. */
export const operatorOf = (user: { userId: string; userName: string; name: string }): Operator => ({
  userId: user.userId,
  operatorNo: operatorNoOf(user.userName),
  name: user.name,
  system: false,
})

/** Recovery and reconciliation sign in as this one; a clerk never signs it out. */
export const systemOperator = (storeRow: StoreRow): Operator => ({
  userId: `system:${storeRow.id}`,
  operatorNo: `SYS${storeRow.fixmedinsCode.slice(-5)}`,
  name: '系统',
  system: true,
})

/** The sign-in if it is today's: yesterday's does not count (domain.md 1.6). */
export const ofToday = ({ clock }: Deps, row: SignRow | null | undefined): SignRow | undefined =>
  row && row.day === formatDay(clock()) ? row : undefined

/** The open sign-in of an operator for today; undefined when he has none. */
export const openSignIn = async (deps: Deps, storeId: string, operatorNo: string): Promise<SignRow | undefined> => {
  const [row] = await deps.db
    .select()
    .from(signIn)
    .where(and(eq(signIn.storeId, storeId), eq(signIn.operatorNo, operatorNo), isNull(signIn.signedOutAt)))
  return ofToday(deps, row)
}

/**
 * When an operator's last sign-in of today ended, by his 签退 or because the centre no longer took its number; undefined
 * when he has had none today.
 */
export const endOfSignIn = async (deps: Deps, storeId: string, operatorNo: string): Promise<Date | undefined> => {
  const his = and(
    ...[eq(signIn.storeId, storeId), eq(signIn.operatorNo, operatorNo), isNotNull(signIn.signedOutAt)],
    ne(signIn.ended, 'refused'),
  )
  const [row] = await deps.db
    .select()
    .from(signIn)
    .where(his)
    .orderBy(desc(signIn.signedInAt), desc(signIn.id))
    .limit(1)
  return ofToday(deps, row)?.signedOutAt ?? undefined
}

/** Refuses the work of an operator who is not signed in: whose sign-in has ended is told so, he did sign in today. */
export const refuseUnsigned = async (deps: Deps, storeId: string, operatorNo: string): Promise<never> =>
  refuse((await endOfSignIn(deps, storeId, operatorNo)) ? 'sign.closed' : 'sign.missing')

const sender = (storeRow: StoreRow, operator: Operator, signNo: string, insuredArea?: string): Sender => ({
  fixmedinsCode: storeRow.fixmedinsCode,
  fixmedinsName: storeRow.fixmedinsName || storeRow.name,
  opter: operator.operatorNo,
  opterName: operator.name,
  opterType: '1',
  signNo,
  insuplcAdmdvs: insuredArea,
})

/** What a message's header takes besides store and operator. `serial` = its own of msgid_serial. */
interface Signed {
  serial: number
  signNo?: string
  insuredArea?: string
}

/** Header of a new message. */
export const headerWith = (
  { clock }: Deps,
  storeRow: StoreRow,
  operator: Operator,
  { serial, signNo = '', insuredArea }: Signed,
): Header => {
  const at = clock()
  const msgid = newMsgid(storeRow.fixmedinsCode, at, serial)
  return { msgid, at, sender: sender(storeRow, operator, signNo, insuredArea) }
}

/** Header of a new message of a signed-in operator. */
export const headerOf = async (
  deps: Deps,
  storeRow: StoreRow,
  operator: Operator,
  signed: Omit<Signed, 'serial'>,
): Promise<Header> => headerWith(deps, storeRow, operator, { ...signed, serial: await nextSerial(deps.db) })

/** Header for the clerk's own work; refuses with M31 when he is not signed in today. */
export const clerkHeader = async (
  deps: Deps,
  storeRow: StoreRow,
  user: { userId: string; userName: string; name: string },
  insuredArea?: string,
): Promise<Header> => {
  const operator = operatorOf(user)
  const row =
    (await openSignIn(deps, storeRow.id, operator.operatorNo)) ??
    (await refuseUnsigned(deps, storeRow.id, operator.operatorNo))
  return headerOf(deps, storeRow, operator, { signNo: row.signNo, insuredArea })
}

/** What is kept of a sign-in that did not come about. */
const notBegun = (answer: Refused | NotSent | Unknown) => ({
  signNo: '',
  ended: 'refused' as const,
  said: answer.kind === 'refused' ? answer.message : answer.kind === 'notSent' ? faultText(answer.faults ?? []) : '',
})

/** Words by which centres may refuse a sign-in for its PC; no standard lists them. */
const ofMachine = /终端|MAC|设备|网卡|机器|物理地址|电脑/i

const signInAnew = async (
  deps: Deps,
  storeRow: StoreRow,
  operator: Operator,
  clerk: Clerk | undefined,
): Promise<SignRow> => {
  const client = deps.services.centre.of(storeRow.areaCode)
  const { mac, ip } = await machineOf(deps, storeRow, clerk)
  const header = await headerOf(deps, storeRow, operator, {})
  const answer = await client.run(signInOperation, { opterNo: operator.operatorNo, mac, ip }, header, {
    timeoutMs: 30_000,
  })
  const now = deps.clock()
  const tried = {
    id: newId(now),
    storeId: storeRow.id,
    operatorNo: operator.operatorNo,
    userId: operator.userId,
    operatorName: operator.name,
    system: operator.system,
    mac,
    ip,
    day: formatDay(now),
    signedInAt: now,
  }
  if (answer.kind !== 'booked') {
    // An administrator sees why a store does not sell; the system tries by itself again and again.
    if (!operator.system) await deps.db.insert(signIn).values({ ...tried, ...notBegun(answer), signedOutAt: now })
    // Where the centre speaks of the PC: only here anybody knows that it was told of none, and why.
    if (answer.kind === 'refused' && !answer.byGateway && mac === noMac && ofMachine.test(answer.message))
      return refuse('sign.noMachine', { text: answer.message }, { extend: { centreText: answer.message } })
    return refuseOutcome(answer)
  }
  const row: typeof signIn.$inferInsert = { ...tried, signNo: answer.value.signNo }
  return deps.db.transaction(async (tx) => {
    const mine = and(
      eq(signIn.storeId, storeRow.id),
      eq(signIn.operatorNo, operator.operatorNo),
      isNull(signIn.signedOutAt),
    )
    // A node that stood still may have signed in as well: one after the other, or the second one's row would be refused.
    await tx.select({ id: store.id }).from(store).where(eq(store.id, storeRow.id)).for('no key update')
    await tx.update(signIn).set({ signedOutAt: now, ended: 'again' }).where(mine)
    const [inserted] = await tx.insert(signIn).values(row).returning()
    return inserted!
  })
}

/** Sign-ins that are under way in this process, by store and operator. */
const signingIn = new WeakMap<Deps['services'], Map<string, Promise<SignRow>>>()

/**
 * 9001, and the row that keeps its number. An open row of an earlier day ends here: its number is dead. What one operator
 * asks for beside each other, two messages of the system or a button that is pressed twice, here or at two nodes, needs one
 * sign-in: of two, each would end the other's number. Whose session it is, `clerk`, says which PC it names.
 */
export const doSignIn = (deps: Deps, storeRow: StoreRow, operator: Operator, clerk?: Clerk): Promise<SignRow> => {
  const underWay = signingIn.get(deps.services) ?? new Map<string, Promise<SignRow>>()
  signingIn.set(deps.services, underWay)
  const key = `${storeRow.id} ${operator.operatorNo}`
  const known = underWay.get(key)
  if (known) return known
  const done = inTurn(
    deps,
    { call: '9001', key },
    () => openSignIn(deps, storeRow.id, operator.operatorNo),
    () => signInAnew(deps, storeRow, operator, clerk),
  ).finally(() => underWay.delete(key))
  underWay.set(key, done)
  return done
}

/** Header of the store's system operator, signed in when needed. */
export const systemHeader = async (deps: Deps, storeRow: StoreRow, insuredArea?: string): Promise<Header> => {
  const operator = systemOperator(storeRow)
  const { signNo } = await doSignIn(deps, storeRow, operator)
  return headerOf(deps, storeRow, operator, { signNo, insuredArea })
}

/**
 * The centre no longer takes this number (signed out elsewhere, or its answer was lost): the next step signs in anew.
 * Answers whose number it was.
 */
export const endSignIn = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  areaCode: string,
  signNo: string,
): Promise<'person' | 'system'> => {
  const stores = db.select({ id: store.id }).from(store).where(eq(store.areaCode, areaCode))
  const [ended] = await db
    .update(signIn)
    .set({
      signedOutAt: sql`coalesce(${signIn.signedOutAt}, ${clock().toISOString()}::timestamptz)`,
      ended: sql`case when ${signIn.signedOutAt} is null then 'lost' else ${signIn.ended} end`,
    })
    .where(and(eq(signIn.signNo, signNo), inArray(signIn.storeId, stores)))
    .returning({ system: signIn.system })
  return ended?.system ? 'system' : 'person'
}

/** Forgets the system operator's number, so that the next header signs in again (the centre no longer knows it). */
export const dropSystemSignIn = async ({ db, clock }: Deps, storeRow: StoreRow): Promise<void> => {
  const { operatorNo } = systemOperator(storeRow)
  await db
    .update(signIn)
    .set({ signedOutAt: clock(), ended: 'lost' })
    .where(and(eq(signIn.storeId, storeRow.id), eq(signIn.operatorNo, operatorNo), isNull(signIn.signedOutAt)))
}
