import { authPaths } from '@yibao/shared/calls/paths.ts'
import { encodePasswords, type PasswordKey } from '../state/password.ts'
import { type LoginResult, saveLogin } from '../state/session.ts'
import { remove, writeText } from '../state/storage.ts'
import { ask } from './post.ts'

/** Signs in and keeps the session. The user name is trimmed, the password stamped and encoded (SPEC 5). */
export const signIn = async (userName: string, password: string, rememberName: boolean): Promise<LoginResult> => {
  const name = userName.trim()
  const key = await ask<PasswordKey>(authPaths.publicKey)
  const [passWord] = await encodePasswords([password], key)
  const login = await ask<LoginResult>(authPaths.login, { userName: name, passWord, isRefreshCache: true })
  if (rememberName) writeText('rememberedUser', name)
  else remove('rememberedUser')
  saveLogin(login)
  return login
}
