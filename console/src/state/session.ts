import type { ResultOf } from '@yibao/shared/call.ts'
import type { auth } from '@yibao/shared/calls/auth.ts'
import { isOwnWindow, readJson, readText, remove, setOwnWindow, writeCookie, writeJson, writeText } from './storage.ts'

export type LoginResult = ResultOf<typeof auth.login>
export type UserInfo = LoginResult['userInfo']
export type InitializeInfo = LoginResult['initializeInfo']

/** The session's token; '' when nobody is signed in. */
export const readToken = (): string => readText('token')

// The cookie is kept because SPEC 3 says so; no server accepts it as authentication. A window's own has none: it would be shared.
const writeTokenCookie = (token: string) => {
  if (!isOwnWindow()) writeCookie('token', token)
}

/** Keeps a token and when it came, for every window of this browser. */
export const saveToken = (token: string): void => {
  writeText('tokenGenerateTimestamp', String(Date.now()))
  writeText('token', token)
  writeTokenCookie(token)
}

/** ms after which nobody believes any more that a window is about to keep another token: it may have been closed. */
const changing = 30_000

/** Whether a window of this browser is having the session's token replaced: the one it has now may count no more. */
export const isTokenChanging = (): boolean => Math.abs(Date.now() - Number(readText('tokenChanging'))) < changing

/** Does something that replaces the session's token, of which the windows beside are told: what they ask meanwhile is refused. */
export const whileTokenChanges = async <T>(work: () => Promise<T>): Promise<T> => {
  writeText('tokenChanging', String(Date.now()))
  try {
    return await work()
  } finally {
    remove('tokenChanging')
  }
}

let count = 0
/** How many logins this document has kept: an answer asked for under an earlier one says nothing about this one. */
export const logins = (): number => count

/** What the login said of the person; null before it. */
export const readUserInfo = (): UserInfo | null => readJson<UserInfo | null>('userInfo', null)

type Owner = Pick<UserInfo, 'userId' | 'medicalAreaCode' | 'storeId'>

/** Whose session it is and where he works: with another one every page shows and does something else. */
export const ownerOf = ({ userId, medicalAreaCode, storeId }: Owner): string =>
  [userId, medicalAreaCode, storeId].join(' ')

/** Owner of this browser's session now, which another window may have changed; '' = nobody is known. */
export const sessionOwner = (): string => {
  const info = readUserInfo()
  return info && readToken() ? ownerOf(info) : ''
}
/** Whether the store still has to be set up, and how far that is (SPEC 4). */
export const readInitializeInfo = (): InitializeInfo =>
  readJson<InitializeInfo>('initializeInfo', { isNeedInitialize: false, initializeStep: 0 })

/** Keeps how far the setting up is. */
export const saveInitializeInfo = (info: InitializeInfo): void => writeJson('initializeInfo', info)

/** Token reset of SPEC 4: token and roles. */
export const forgetToken = (): void => {
  remove('token', 'tokenGenerateTimestamp', 'role')
  writeTokenCookie('')
}

/** What a person leaves at this PC beside his session: the next one must not find it. */
const forgetPerson = (): void => {
  remove('userName', 'userInfo', 'initializeInfo', 'ui', 'readCard', 'preAmount', 'threeReadCard', 'userBackup')
  remove('districtOptions', 'medicalAreaCodes', 'cardReaderTypes', 'cardDistricts', 'allEnums')
  writeCookie('pharmacistCode', '')
  writeCookie('pharmacistName', '')
}

/** Tables as somebody had them: the server keeps them for him. What it has not heard yet waits here until he is back. */
const forgetTables = () => {
  const kept = Object.entries(readJson<Record<string, { unsent?: boolean } | null> | null>('uiTable', {}) ?? {})
  const unsent = kept.filter(([, table]) => table?.unsent)
  if (unsent.length) writeJson('uiTable', Object.fromEntries(unsent))
  else remove('uiTable')
}

/** Logout: everything that belongs to the person; a name that he wanted remembered, theme and layout belong to the PC. */
export const forgetSession = (): void => {
  forgetPerson()
  forgetToken()
  if (!isOwnWindow()) forgetTables()
  // Last: a window beside that found it taken away from a session would lock that again. What ends with a guest or a view
  // is no session of theirs, whose lock stays.
  if (!isOwnWindow()) remove('locked', 'active')
}

/** To the windows beside: whoever sits here has said his password; the time without a hand at the console begins now. */
export const tellUnlocked = (): void => {
  writeText('active', String(Date.now()))
  writeText('locked', 'open')
}

/**
 * Keeps what a login answered (SPEC 3). Somebody else finds nothing of the person before, who may have had other areas;
 * a guest replaces nobody. The token comes last: the windows beside look when it changes.
 */
export const saveLogin = (login: LoginResult): void => {
  count++
  const { guest, viewing } = login.userInfo ?? {}
  setOwnWindow(viewing ? 'view' : guest ? 'guest' : '')
  if (!guest && readUserInfo()?.userId !== login.userInfo?.userId) forgetPerson()
  writeText('userName', login.userName)
  writeJson('userInfo', login.userInfo)
  writeJson('initializeInfo', login.initializeInfo)
  // Who has just said who he is finds no lock of before.
  if (!isOwnWindow()) tellUnlocked()
  saveToken(login.token)
}
