import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { area, store, systemSetting } from './tables.ts'

/** Everything one area decides differently from another; each default is what the order or the field writes. */
export interface AreaSettings {
  /** med_type codes offered at the counter, in their order. */
  medicalTypes: string[]
  defaultMedicalType: string
  /** Those of them that need a registered disease. */
  chronicMedicalTypes: string[]
  /** Those of them that are settled in a registered visit, 2201 to 2208, and not by 2102 (domain.md 2.0). */
  outpatientMedicalTypes: string[]
  /** What such a visit is for where no disease was chosen; '' = nothing. */
  outpatientDiagnosisCode: string
  outpatientDiagnosisName: string
  /** An ID number may be typed instead of read (ux 2.4). */
  typedIdCard: boolean
  /** 撤销 (2103) and 冲正 (2601) by hand need a second person (Auth/Authorize). */
  authorizeReversal: boolean
  authorizeUndo: boolean
  /** Hours in which an application for an approval is judged, or ends (domain.md 8.12). */
  approvalHours: number
  traceCodeRequired: boolean
  /** What is sold with an expiry day that has passed is not settled; else it is only warned of. */
  expiredForbidden: boolean
  /** The card is read again between the click and the 2102 (ux M17). */
  rereadBeforeSettle: boolean
  /** The same before a clerk takes a settlement back by 2103 or 2208 (domain.md 8.7). */
  rereadBeforeReversal: boolean
  /** A prescription drug is settled only on a prescription that a pharmacist of the store passed (domain.md 7). */
  rxReviewRequired: boolean
  /** Another pharmacist checks what the first one passed. */
  rxSecondReview: boolean
  /** ms after which an original can no longer arrive once its connection is closed (DESIGN 7). */
  inFlightMax: number
  /** What the customer may be told while a result is unknown (ux 1.7). */
  unknownAdvice: string
  slipLayout: '58' | '80' | 'A5' | '241' | 'A4'
  /** Place in the slip's title: {areaText}医疗保险定点药店结算单; '' = the area's name. */
  areaText: string
  /** Line of at most 60 characters at the slip's foot. */
  slipNote: string
  /** Copies of a slip, each marked with its name; [] = one without a mark. */
  slipCopies: ('insured' | 'store' | 'centre')[]
  maskSlipName: boolean
  /** Slots of the split that this area does not have, by the name of the split's field. */
  hiddenFunds: string[]
  /** The PC and the address that the store's sign-ins (9001) name; '' = the counter's own. */
  signMac: string
  signIp: string
  /** Keys of the counter, where the ERP takes one of the standard ones (ux 2.3). */
  keyRead: string
  keyDisease: string
  keyPark: string
  keyPrescription: string
  keyPresettle: string
  keySettle: string
  keyPrint: string
  /** What a scanned text is, a row a line (scan-patterns.ts). */
  scanPatterns: string
  /** The store has no reader on purpose: e-vouchers alone, by the scanner (ux 4). */
  noReader: boolean
  /** Tones of the counter: read, booked, refused (ux 2.7). */
  counterSound: boolean
  /** Minutes without a hand at the console after which it locks itself; 0 = never. */
  lockMinutes: number
  /** Who works where and when, lightly over every page. */
  watermark: boolean
  /** Whether a reversal counts −1 in the totals of 3201 or as a row of its own (domain.md 5.2). */
  cntMode: 'NET' | 'GROSS'
  /** Whether reversed rows enter the totals of 3201 at all. */
  refundInTotals: boolean
  /** Fen by which one of a centre's own figures may be other than ours and still agree (domain.md 8.7 江苏日对账). */
  figureTolerance: number
  /** An application of a month is of one insurance (domain.md 5.6). */
  claimByInsurance: boolean
  /** The personal account's money is claimed with the funds' (fund_appy_sum). */
  claimAccount: boolean
  /** What is in an application that the centre has may be reversed (ux 1.12 T17). */
  reverseLiquidated: boolean
  /** What was sold is told to the centre (3505-3507) by itself, this long after its settlement, ms. */
  saleUpload: boolean
  saleUploadDelay: number
  /** Days within which a store may appeal against a finding of the audit (domain.md 8.15). */
  auditAppealDays: number
  /** Which releases the agents of these stores take (agent.md 5.4). */
  agentChannel: 'stable' | 'grey'
}

export const defaultSettings: Readonly<AreaSettings> = {
  medicalTypes: ['41', '14'],
  defaultMedicalType: '41',
  chronicMedicalTypes: ['14'],
  outpatientMedicalTypes: [],
  outpatientDiagnosisCode: '',
  outpatientDiagnosisName: '',
  typedIdCard: false,
  authorizeReversal: false,
  authorizeUndo: true,
  approvalHours: 72,
  traceCodeRequired: false,
  expiredForbidden: false,
  rereadBeforeSettle: false,
  rereadBeforeReversal: false,
  // A counter that typed its prescriptions until now goes on until its area decides otherwise.
  rxReviewRequired: false,
  rxSecondReview: false,
  inFlightMax: 600_000,
  // Nothing of paying in full: the centre may have booked it (ux 1.7). An area that wants it says so.
  unknownAdvice: '可请顾客留下电话，核实后再取药',
  slipLayout: '80',
  areaText: '',
  slipNote: '',
  slipCopies: [],
  maskSlipName: false,
  hiddenFunds: [],
  signMac: '',
  signIp: '',
  keyRead: 'F2',
  keyDisease: 'F3',
  keyPark: 'F4',
  keyPrescription: 'F6',
  keyPresettle: 'F8',
  keySettle: 'F9',
  keyPrint: 'F10',
  scanPatterns: '',
  noReader: false,
  counterSound: true,
  lockMinutes: 0,
  watermark: false,
  cntMode: 'NET',
  refundInTotals: true,
  figureTolerance: 0,
  claimByInsurance: false,
  claimAccount: false,
  reverseLiquidated: true,
  // Every pharmacy has to (domain.md 2.11); ten minutes later, a sale that is taken back at once never leaves.
  saleUpload: true,
  saleUploadDelay: 600_000,
  auditAppealDays: 15,
  agentChannel: 'stable',
}

/** An override of the wrong kind would change money rules silently: only known names with the default's type count. */
const fits = (name: string, value: unknown): boolean => {
  if (!Object.hasOwn(defaultSettings, name)) return false
  const standard = defaultSettings[name as keyof AreaSettings]
  return typeof value === typeof standard && Array.isArray(value) === Array.isArray(standard) && value !== null
}

export type Layer = Record<string, unknown> | null | undefined

/**
 * The defaults with the overrides of each level, the last one strongest; unknown names and values of another type are ignored.
 */
export const withOverrides = (...layers: Layer[]): AreaSettings => ({
  ...structuredClone(defaultSettings),
  ...Object.fromEntries(
    layers.flatMap((layer) => Object.entries(layer ?? {}).filter(([name, value]) => fits(name, value))),
  ),
})

/** The platform's settings inside another select. */
export const systemLayer = sql<Layer>`(select ${systemSetting.settings} from ${systemSetting})`

/** What holds where no area has been chosen: the defaults and what the platform says over them. */
export const settingsAbove = async (db: Database): Promise<AreaSettings> => {
  const [row] = await db.select({ settings: systemSetting.settings }).from(systemSetting)
  return withOverrides(row?.settings)
}

/** The settings in force in an area, or in one of its stores; refuses an area that does not exist. */
export const settingsOf = async (
  db: Database,
  areaCode: string,
  storeId?: string,
): Promise<AreaSettings & { areaCode: string; areaName: string }> => {
  const [row] = await db
    .select({ code: area.code, name: area.name, own: area.settings, system: systemLayer, store: store.settings })
    .from(area)
    .leftJoin(store, and(eq(store.id, storeId ?? ''), eq(store.areaCode, area.code)))
    .where(eq(area.code, areaCode))
  if (!row) return refuse('not.found', { what: '区划' })
  const settings = withOverrides(row.system, row.own, row.store)
  return { ...settings, areaText: settings.areaText || row.name, areaCode: row.code, areaName: row.name }
}

/** What the platform decides and no area does. Days. */
interface Platform {
  /** Until a password has to be changed at login; 0 = never. */
  passwordDays: number
  /** How long the operation log is kept. */
  logDays: number
  /** After which a basket that nobody settled is void. */
  unsettledDays: number
}

/** Five years are what GSP asks of a pharmacy's records; a customer who was priced a month ago does not come back. */
export const platformDefaults = ({ passwordDays }: Pick<Deps['config'], 'passwordDays'>): Platform => ({
  passwordDays,
  logDays: 1830,
  unsettledDays: 30,
})

/** What 系统参数 says, else the process's environment and the defaults. */
export const platformOf = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Platform> => {
  const [row] = await db.select({ settings: systemSetting.settings }).from(systemSetting)
  const standard = platformDefaults(config)
  const said = Object.entries(row?.settings ?? {}).filter(
    ([key, value]) => key in standard && typeof value === 'number',
  )
  return { ...standard, ...Object.fromEntries(said) }
}
