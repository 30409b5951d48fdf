import type { systemConfig, ybOptions } from '@yibao/shared/calls/config.ts'
import type { Handlers } from '../../call/mount.ts'
import { areasOf } from '../auth/grants.ts'
import { byProvince } from './area-handlers.ts'
import { keepFile, removeFile } from './files.ts'
import { historyOf } from './history.ts'
import { layoutOf } from './layout.ts'
import { placeOf, systemPlace } from './place.ts'
import { placesOf } from './places.ts'
import { configRows } from './rows.ts'
import { saveOptions } from './save.ts'
import { stateOf } from './state.ts'
import { testConnection } from './test-connection.ts'

export const ybOptionHandlers: Handlers<typeof ybOptions> = {
  pullConfigPlaces: (_, c) => placesOf(c),
  paged: (filters, c) => configRows.page(c, filters),
  pullUserMedicalAreaCodes: async ({ keyword = '' }, { db, me }) => {
    const open = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
    const found = open.filter(({ code, name }) => code.startsWith(keyword) || name.includes(keyword))
    return {
      drowDownItems: byProvince(found).map(([value, name, areas]) => ({
        value,
        name,
        drowDownItems: areas.map((one) => ({ value: one.code, name: one.name })),
      })),
    }
  },
  pullYBConfigOptionsUI: async (asked, c) => layoutOf((await placeOf(c, asked)).level),
  pullYBConfigOptionsV2: async (asked, c) => stateOf(c, await placeOf(c, asked)),
  saveYBConfigOptions: async ({ medicalAreaCode, storeId, ...change }, c) => {
    const place = await placeOf(c, { medicalAreaCode, storeId })
    await saveOptions(c, place, change)
    return stateOf(c, place)
  },
  testConnection: async ({ values, ...asked }, c) => testConnection(c, await placeOf(c, asked), values),
  uploadConfigFileTemplate: async ({ medicalAreaCode, key }, c) => {
    const place = await placeOf(c, { medicalAreaCode })
    await keepFile(c, place, key)
    return stateOf(c, place)
  },
  removeConfigFileTemplate: async ({ id }, c) => stateOf(c, await removeFile(c, id)),
  pullConfigHistory: async ({ medicalAreaCode, storeId, ...paging }, c) =>
    historyOf(c, await placeOf(c, { medicalAreaCode, storeId }), paging),
}

export const systemConfigHandlers: Handlers<typeof systemConfig> = {
  pullOptionsUI: () => layoutOf('system'),
  pullOptions: (_, c) => stateOf(c, systemPlace),
  save: async (change, c) => {
    await saveOptions(c, systemPlace, change)
    return stateOf(c, systemPlace)
  },
  history: (paging, c) => historyOf(c, systemPlace, paging),
}
