import type { MenuRow } from './menu-row.ts'
import { menuRows } from './menu-rows.ts'

export { menuRows }

/** The product's name, behind every page title (SPEC 2 and 9). */
export const productTitle = '医保云'

export const menuSections = menuRows.filter(
  (row) => !row.section && menuRows.some((child) => child.section === row.name),
)

/** Row of a path; aliases give their own row. */
export const rowOfPath = (path: string): MenuRow | undefined => menuRows.find((row) => row.path === path)

/** Row of a route name. */
export const rowOfName = (name: string): MenuRow | undefined => menuRows.find((row) => row.name === name)

/** The row whose page, title and permission a row shows: itself, or for an alias the canonical one. */
export const canonical = (row: MenuRow): MenuRow => (row.of ? (rowOfName(row.of) ?? row) : row)

/** Where a silent login leads by its routeKey (SPEC 2); undefined for an unknown key. */
export const routeOfKey = (key: string | number | undefined): string | undefined => routeKeys.get(String(key))

// A map: an object would know 'constructor' too.
const routeKeys = new Map(
  Object.entries({
    1: '/',
    2: '/day-reconciliation',
    3: '/manager-store',
    4: '/attendance',
    5: '/attendance',
    6: '/menu-diff',
    7: '/menu-diff',
    8: '/swiping-card',
    9: '/disease-select',
    10: '/print-settlement',
    11: '/reconciliation/rx-management',
  }),
)

const isOn = (flag: unknown): boolean => flag === true || flag === 'true'

/** What a silent login asks for besides its name (SPEC 3). */
interface Launch {
  routeKey?: string
  isQrCode?: unknown
  isExOrder?: unknown
}

/** Whether a launch proceeds without logging in (SPEC 5): on is true, or the word, alone. */
export const launchesGuest = ({ isQrCode, isExOrder }: Launch): boolean => isOn(isQrCode) || isOn(isExOrder)

/**
 * The page a silent login leads to, for both sides: that of the two flags, whatever the routeKey (SPEC 5); else the key's.
 * SPEC 5 does not need a key: without one it is the root's, 1. undefined for an unknown key.
 */
export const launchTarget = ({ routeKey, isQrCode, isExOrder }: Launch): string | undefined => {
  if (isOn(isQrCode)) return rowOfName('QrCode')?.path
  if (isOn(isExOrder)) return rowOfName('AbnormalOrderManager')?.path
  return routeOfKey(routeKey || 1)
}
