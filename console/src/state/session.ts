import type { ResultOf } from '@yibao/shared/call.ts'
import type { auth } from '@yibao/shared/calls/auth.ts'
import { readJson, readText, remove, writeCookie, writeJson, writeText } from './storage.ts'

export type LoginResult = ResultOf<typeof auth.login>
export type UserInfo = LoginResult['userInfo']
export type InitializeInfo = LoginResult['initializeInfo']

export const readToken = (): string => readText('token')

/** The cookie is kept because SPEC 3 says so; no server accepts it as authentication. */
export const saveToken = (token: string): void => {
  writeText('token', token)
  writeText('tokenGenerateTimestamp', String(Date.now()))
  writeCookie('token', token)
}

let count = 0
/** How many logins this document has kept: an answer asked for under an earlier one says nothing about this one. */
export const logins = (): number => count

/** Keeps what a login answered (SPEC 3). */
export const saveLogin = (login: LoginResult): void => {
  count++
  saveToken(login.token)
  writeText('userName', login.userName)
  writeJson('userInfo', login.userInfo)
  writeJson('initializeInfo', login.initializeInfo)
}

export const readUserInfo = (): UserInfo | null => readJson<UserInfo | null>('userInfo', null)
export const readInitializeInfo = (): InitializeInfo =>
  readJson<InitializeInfo>('initializeInfo', { isNeedInitialize: false, initializeStep: 0 })

export const saveInitializeInfo = (info: InitializeInfo): void => writeJson('initializeInfo', info)

/** Token reset of SPEC 4: token and roles. */
export const forgetToken = (): void => {
  remove('token', 'tokenGenerateTimestamp', 'role')
  writeCookie('token', '')
}

/** Logout: everything that belongs to the person; table settings and the remembered name belong to the PC. */
export const forgetSession = (): void => {
  forgetToken()
  remove('userName', 'userInfo', 'initializeInfo', 'ui', 'readCard', 'preAmount', 'threeReadCard')
  remove('districtOptions', 'medicalAreaCodes', 'cardReaderTypes', 'cardDistricts', 'allEnums')
  writeCookie('pharmacistCode', '')
  writeCookie('pharmacistName', '')
}
