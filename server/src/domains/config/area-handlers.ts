import type { districtCalls, ybConfig } from '@yibao/shared/calls/base.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Handlers } from '../../call/mount.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { demandsName } from '../../centre/operations/person.ts'
import { profileOf } from '../../centre/profiles.ts'
import type { Database } from '../../database/open.ts'
import { cardReaderTypes } from '../agent/readers.ts'
import { areasOf } from '../auth/grants.ts'
import { wholeAreas } from '../auth/whole-area.ts'
import { offeredTypes } from '../dictionary/medical-types.ts'
import { counterKeysOf } from '../organisation/counter-keys.ts'
import { districtName, districtTree, provinceOf } from '../organisation/districts.ts'
import { openMedicalArea } from '../organisation/open-area.ts'
import { scanPatternsOf } from '../organisation/scan-patterns.ts'
import { settingsAbove, settingsOf } from '../organisation/settings.ts'
import { area, store } from '../organisation/tables.ts'

type Area = { code: string; name: string }

/** Areas under the province they belong to. */
export const byProvince = (areas: Area[]): [code: string, name: string, areas: Area[]][] =>
  [...new Set(areas.map(({ code }) => provinceOf(code)))].map((province) => [
    province,
    districtName(province),
    areas.filter(({ code }) => provinceOf(code) === province),
  ])

/** The store whose counter is meant: one that the asker sees, in the area he names if he names one. */
const namedStore = async (db: Database, me: SessionUser, storeId: string, areaCode?: string) => {
  if (me.stores !== 'all' && !me.stores.includes(storeId)) return refuse('scope.denied')
  const inArea = areaCode ? eq(store.areaCode, areaCode) : undefined
  const [row] = await db
    .select({ id: store.id, areaCode: store.areaCode })
    .from(store)
    .where(and(eq(store.id, storeId), inArea))
  return row ?? refuse('not.found', { what: '门店' })
}

export const districtHandlers: Handlers<typeof districtCalls> = {
  pullDistrictTree: () => ({ childDistricts: [...districtTree] }),
}

export const ybConfigHandlers: Handlers<typeof ybConfig> = {
  pullMedicalAreaCodes: async (_, { db }) => ({
    drowDownItems: byProvince(await db.select().from(area).orderBy(area.code)).map(([value, name, areas]) => ({
      value,
      name,
      drowDownItems: areas.map((one) => ({ value: one.code, name: one.name })),
    })),
  }),
  openMedicalArea,
  pullCardReaderTypes: async (_, { db }) => ({ cardReaderTypes: await cardReaderTypes(db) }),
  pullUserMedicalAreas: async (_, c) => {
    const { db, me } = c
    const open = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
    const codes = open.map(({ code }) => code)
    const whole = new Set(await wholeAreas(c, codes))
    return {
      medicalAreas: byProvince(open).map(([areaCode, areaName, areas]) => ({
        areaCode,
        areaName,
        childs: areas.map(({ code, name }) => ({
          ...{ childAreaCode: code, childAreaName: name },
          ...(!whole.has(code) && { part: true }),
        })),
      })),
    }
  },
  pullMedicalUI: async ({ medicalAreaCode, refId }, { db, me, now, services }) => {
    const named = refId ? await namedStore(db, me, refId, medicalAreaCode) : undefined
    const code = named?.areaCode ?? medicalAreaCode ?? me.areaCode
    const storeId = named?.id ?? (code === me.areaCode ? me.storeId : undefined)
    // An administrator asks before he has chosen an area.
    const settings = code ? await settingsOf(db, code, storeId) : { ...(await settingsAbove(db)), areaName: '' }
    const { types, first } = await offeredTypes(db, code, settings, now)
    return {
      areaName: settings.areaName,
      medicalTypes: types,
      defaultMedicalType: first,
      chronicMedicalTypes: settings.chronicMedicalTypes,
      typedIdCard: settings.typedIdCard && !demandsName(profileOf(code ?? '', '').edition),
      authorizeReversal: settings.authorizeReversal,
      authorizeUndo: settings.authorizeUndo,
      rereadBeforeReversal: settings.rereadBeforeReversal,
      traceCodeRequired: settings.traceCodeRequired,
      expiredForbidden: settings.expiredForbidden,
      rxReviewRequired: settings.rxReviewRequired,
      circulation: code !== undefined && services.centre.of(code).profile.circulation !== 'none',
      unknownAdvice: settings.unknownAdvice,
      slipLayout: settings.slipLayout,
      hiddenFunds: settings.hiddenFunds,
      counterKeys: counterKeysOf(settings),
      scanPatterns: scanPatternsOf(settings.scanPatterns),
      noReader: settings.noReader,
      counterSound: settings.counterSound,
      lockMinutes: settings.lockMinutes,
      watermark: settings.watermark,
    }
  },
}
