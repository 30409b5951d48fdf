import { cardFieldName, neededItems } from '@yibao/shared/agent/card-fields.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gt, type SQL } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { maskName, maskNumber } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { decodeEVoucher } from '../../centre/operations/e-voucher.ts'
import { type Credential, certificateTypeOf, demandsName } from '../../centre/operations/person.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { clerkHeader } from '../attendance/sign.ts'
import { areaName } from '../organisation/districts.ts'
import { labelOf } from '../organisation/labels.ts'
import { settingsOf } from '../organisation/settings.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { askPerson, countingRows, insuredRank, type Named, saysNobody } from './ask-person.ts'
import { refuseDevice } from './device.ts'
import { counterMark, hashPerson } from './identity.ts'
import { outFlagOf } from './out-flag.ts'
import { cardRead } from './tables.ts'
import type { CardPerson } from './types.ts'

/** A reading serves its user and store this long (DESIGN 6; `pastReading` says why not its session). */
const lifetime = 600_000
/** businessType 药店购药 (domain.md 6.3). */
const purchase = '02121'
/** businessType 下载外购处方. */
const readPrescriptions = '02122'
const waiting = { timeoutMs: 60_000 }

type Medium = CardPerson['medium']

/** It stands for its person once, by a token: who comes back with his basket shows it again (ux 1.10). */
export const isSingleUse = (medium: Medium): boolean => medium === 'eVoucher' || medium === 'socialECard'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const record = (value: unknown) => (value && typeof value === 'object' ? (value as Record<string, unknown>) : {})

/** What a driver did not give is named before anything is sent. */
const requireRead = (medium: Medium, card: Record<string, unknown>): void => {
  const missing = (neededItems[medium] ?? []).filter((field) => !text(card[field]))
  if (missing.length)
    refuse('card.incomplete', { what: missing.map(cardFieldName).join('、'), fields: missing.join('、') })
}

interface Presented extends Named {
  credential: Credential
  /** psn_cert_type where the medium tells it. */
  certificateType?: string
  certificateNo?: string
  name?: string
  typed?: true
}

/** What the agent read, or the console scanned, as the credential of 1101 (domain.md 2.1, 6.2, 6.3). */
const presented = async (
  c: Context,
  storeRow: StoreRow,
  medium: Medium,
  { title = '读取凭证', purpose = purchase } = {},
): Promise<Presented> => {
  const args = purpose === purchase ? { medium } : { medium, businessType: purpose }
  const answer = await c.asking.device({ action: 'card.read', title, args, codeOf: [medium] })
  const { result } = answer
  if (!answer.ok) return refuseDevice(result, '没有读到凭证')
  const code = text(result.code)
  if (medium === 'eVoucher' && code) return decoded(c, storeRow, code, purpose)
  if (medium === 'idCard' && code) {
    const { typedIdCard } = await settingsOf(c.db, storeRow.areaCode, storeRow.id)
    const { edition } = c.services.centre.of(storeRow.areaCode).profile
    if (!typedIdCard || demandsName(edition)) return refuse('card.typed')
    return { credential: { type: '02', no: code }, certificateNo: code, typed: true }
  }
  const business = text(result.business)
  const withBusiness = (no: string) => (business ? `${no}|${business}` : no)
  const voucher = record(result.eVoucher)
  if (medium === 'eVoucher' || medium === 'socialECard') {
    const idNo = text(voucher.idNo) || undefined
    const token = text(voucher.ecToken)
    // An electronic social card is told by the number and its token together (domain.md 6.3).
    const electronic = { type: '04', no: `${idNo ?? ''}|${token}` }
    const area = text(voucher.insuOrg)
    return {
      ...(medium === 'eVoucher' ? { insuredArea: area } : { issuedIn: area }),
      credential: medium === 'eVoucher' ? { type: '01', no: token } : electronic,
      certificateType: text(voucher.idType) || undefined,
      certificateNo: idNo,
      name: text(voucher.userName) || undefined,
    }
  }
  const card = record(medium === 'idCard' ? result.idCard : result.card)
  requireRead(medium, card)
  const certificateNo = text(card.certNo)
  const name = text(card.name) || undefined
  if (medium === 'idCard') return { credential: { type: '02', no: withBusiness(certificateNo) }, certificateNo, name }
  const cardSerial = text(card.cardSn)
  const credential = { type: '03', no: withBusiness(text(card.cardNo)), cardSerial }
  return { credential, certificateNo, name, issuedIn: text(card.issuingArea) || cardSerial.slice(0, 6) }
}

/** 1162: the scanned digits become the person's token; a used or stale code is M11, any other no in the centre's words. */
const decoded = async (c: Context, storeRow: StoreRow, code: string, purpose: string): Promise<Presented> => {
  if (!/^\d{28,30}$/.test(code)) return refuse('qr.expired')
  const header = await clerkHeader(c.deps, storeRow, c.me)
  const client = c.services.centre.of(storeRow.areaCode)
  const answer = await client.run(decodeEVoucher, { code, purpose }, header, waiting)
  const stale = ({ message }: { message: string }) =>
    client.profile.staleCodePatterns.some((pattern) => pattern.test(message))
  if (answer.kind === 'refused' && !answer.signInLost && stale(answer))
    return refuse('qr.expired', {}, { extend: { centreText: answer.message } })
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const { token, ...shown } = answer.value
  return { credential: { type: '01', no: token }, ...shown }
}

/** The e-voucher shown once more, to have the person's prescriptions read: its token, and whose it says it is. */
export const presentedForRx = async (c: Context, storeRow: StoreRow) => {
  const shown = { title: '请参保人出示医保码，下载处方', purpose: readPrescriptions }
  const { credential, certificateNo } = await presented(c, storeRow, 'eVoucher', shown)
  return { token: credential.no, certificateNo }
}

/**
 * What is shown by a person who is known: the number of his certificate. Undefined where it tells none, and of a number that
 * was typed, which proves nothing.
 */
export const presentedNumber = async (
  c: Context,
  storeRow: StoreRow,
  medium: Medium,
  title: string,
): Promise<string | undefined> => {
  const { certificateNo, typed } = await presented(c, storeRow, medium, { title })
  return typed ? undefined : certificateNo?.trim().toUpperCase()
}

/** 1101 with what was presented; a person without insurance is M12. */
const identified = async (c: Context, storeRow: StoreRow, medium: Medium, forRx: boolean): Promise<CardPerson> => {
  const purpose = forRx ? readPrescriptions : purchase
  const shown = await presented(c, storeRow, medium, { purpose })
  const { credential, certificateNo, name } = shown
  const certificateType = shown.certificateType ?? certificateTypeOf(certificateNo ?? '')
  const { profile } = c.services.centre.of(storeRow.areaCode)
  const query = { credential, certificateType, certificateNo, name }
  const answer = await askPerson(c, storeRow, query, shown)
  if (answer.kind === 'refused' && !answer.signInLost) {
    const nobody = saysNobody(answer, profile)
    const extend = { centreText: answer.message }
    return nobody ? refuse('card.none', {}, { extend }) : refuse('centre.refused', { text: answer.message }, { extend })
  }
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  if (!answer.value.insurances.length) return refuse('card.none')
  const insurances = countingRows(answer.value.insurances, storeRow.areaCode)
  const person = { ...answer.value, insurances }
  const { typed } = shown
  return { medium, credential, person, ...(typed && { typed }), ...(forRx ? { rxToken: credential.no } : {}) }
}

interface ReadOptions {
  purpose?: 'prescription'
  /** A reading of before: only its person is read, as long as it is kept. */
  again?: string
}

/**
 * Reads the person at the counter and keeps the reading; the console learns only readId and masked data. Refuses another
 * person than that of the reading it renews.
 */
export const readPerson = async (c: Context, medium: Medium, { purpose, again }: ReadOptions = {}) => {
  const storeRow = await storeOf(c.deps, c.storeId)
  // Swept after its ten minutes there is nobody to compare with, and reading anew is what is asked for.
  const before = again ? await pastReading(c, again) : undefined
  const cardPerson = await identified(c, storeRow, medium, purpose === 'prescription' && medium === 'eVoucher')
  if (before && before.person.person.psnNo !== cardPerson.person.psnNo) refuse('card.another')
  const row = {
    id: newId(c.now),
    sessionId: c.me.sessionId,
    userId: c.me.userId,
    storeId: storeRow.id,
    medium,
    person: c.services.vault.seal(JSON.stringify(cardPerson)),
    readAt: c.now,
    expiresAt: new Date(c.now.getTime() + lifetime),
  }
  await c.db.insert(cardRead).values(row)
  return shownPerson(c, storeRow, cardPerson, row)
}

export interface Reading {
  id: string
  readAt: Date
  person: CardPerson
}

/**
 * A reading by this user at this store, however long ago. Not of this session alone: an ERP opens a session with each page
 * (its customer read on the counter, routeKey 8, has his disease chosen on another, 9), a basket comes back after the login
 * of whose session ended (M44), and one put aside is taken back at another counter within the ten minutes (ux 1.10).
 */
export const pastReading = async (c: Context, readId: string, ...more: SQL[]): Promise<Reading | undefined> => {
  const mine = and(eq(cardRead.id, readId), eq(cardRead.userId, c.me.userId), eq(cardRead.storeId, c.storeId))
  const [row] = await c.db
    .select()
    .from(cardRead)
    .where(and(mine, ...more))
  return row && { id: row.id, readAt: row.readAt, person: JSON.parse(c.services.vault.open(row.person)) as CardPerson }
}

/** The same while it lasts; refuses an expired one. */
export const readingOf = async (c: Context, readId: string): Promise<Reading> =>
  (await pastReading(c, readId, gt(cardRead.expiresAt, c.now))) ?? refuse('card.gone')

/** The person of a reading as his orders, prescriptions and filings are found. */
export const readPersonHash = async (c: Context, readId: string): Promise<string> =>
  hashPerson(c.services.vault, (await readingOf(c, readId)).person.person.psnNo)

/** Keeps the token that prescriptions are read with, as long as the reading lasts. */
export const keepRxToken = async (c: Context, reading: Reading, rxToken: string): Promise<void> => {
  const person = c.services.vault.seal(JSON.stringify({ ...reading.person, rxToken } satisfies CardPerson))
  await c.db.update(cardRead).set({ person }).where(eq(cardRead.id, reading.id))
}

/** The insurance chosen for the clerk: active first, then employee before resident (domain.md 2.1). */
export const preferredInsurance = ({ person }: CardPerson) =>
  [...person.insurances].sort(
    (a, b) => insuredRank(a.state) - insuredRank(b.state) || a.insurance.localeCompare(b.insurance),
  )[0]!

/** The reading as the wire shows it. */
export const shownPerson = (
  c: Context,
  { id: storeId, areaCode }: StoreRow,
  cardPerson: CardPerson,
  row: { id: string; readAt: Date },
) => {
  const { medium, person } = cardPerson
  const { edition } = c.services.centre.of(areaCode).profile
  const chosen = preferredInsurance(cardPerson)
  return {
    readId: row.id,
    medium,
    name: person.name,
    maskedName: maskName(person.name),
    gender: person.gender || '0',
    age: Math.floor(Number(person.age ?? 0)) || 0,
    maskedCertNo: maskNumber(person.certificateNo),
    outFlag: outFlagOf(areaCode, chosen.insuredArea),
    insuredAreaName: areaName(chosen.insuredArea),
    insurances: person.insurances.map((one) => ({
      insutype: one.insurance,
      insutypeName: labelOf(edition, 'insutype', one.insurance, c.caches),
      personType: one.personType,
      personTypeName: labelOf(edition, 'psn_type', one.personType, c.caches),
      status: one.state || '0',
      statusName: labelOf(edition, 'psn_insu_stas', one.state, c.caches),
      balance: yuan(one.balance),
      insuredArea: one.insuredArea || areaCode,
      insuredAreaName: areaName(one.insuredArea || areaCode),
      employer: one.employer,
      civilServant: one.civilServant,
    })),
    insutype: chosen.insurance,
    identities: person.identities.map(({ type }) => labelOf(edition, 'psn_idet_type', type, c.caches)),
    singleUse: isSingleUse(medium),
    readAt: formatTime(row.readAt),
    mark: counterMark(c.services.vault, storeId, hashPerson(c.services.vault, person.psnNo)),
  }
}
