import type { districtCalls, ybConfig } from '@yibao/shared/calls/base.ts'
import type { Handlers } from '../../call/mount.ts'
import { demandsName } from '../../centre/operations/person.ts'
import { profileOf } from '../../centre/profiles.ts'
import { cardReaderTypes } from '../agent/readers.ts'
import { areasOf } from '../auth/grants.ts'
import { wholeAreas } from '../auth/whole-area.ts'
import { offeredTypes } from '../dictionary/medical-types.ts'
import { counterKeysOf } from '../organisation/counter-keys.ts'
import { districtName, districtTree, provinceOf } from '../organisation/districts.ts'
import { openMedicalArea } from '../organisation/open-area.ts'
import { settingsAbove, settingsOf } from '../organisation/settings.ts'
import { area } from '../organisation/tables.ts'

type Area = { code: string; name: string }

/** Areas under the province they belong to. */
export const byProvince = (areas: Area[]): [code: string, name: string, areas: Area[]][] =>
  [...new Set(areas.map(({ code }) => provinceOf(code)))].map((province) => [
    province,
    districtName(province),
    areas.filter(({ code }) => provinceOf(code) === province),
  ])

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
  pullMedicalUI: async ({ medicalAreaCode }, { db, me, now, services }) => {
    const code = medicalAreaCode ?? me.areaCode
    // An administrator asks before he has chosen an area.
    const settings = code
      ? await settingsOf(db, code, code === me.areaCode ? me.storeId : undefined)
      : { ...(await settingsAbove(db)), areaName: '' }
    const { types, first } = await offeredTypes(db, code, settings, now)
    return {
      areaName: settings.areaName,
      medicalTypes: types,
      defaultMedicalType: first,
      chronicMedicalTypes: settings.chronicMedicalTypes,
      typedIdCard: settings.typedIdCard && !demandsName(profileOf(code ?? '', '').edition),
      authorizeReversal: settings.authorizeReversal,
      traceCodeRequired: settings.traceCodeRequired,
      expiredForbidden: settings.expiredForbidden,
      rxReviewRequired: settings.rxReviewRequired,
      circulation: code !== undefined && services.centre.of(code).profile.circulation !== 'none',
      unknownAdvice: settings.unknownAdvice,
      slipLayout: settings.slipLayout,
      hiddenFunds: settings.hiddenFunds,
      counterKeys: counterKeysOf(settings),
      counterSound: settings.counterSound,
      lockMinutes: settings.lockMinutes,
      watermark: settings.watermark,
    }
  },
}
