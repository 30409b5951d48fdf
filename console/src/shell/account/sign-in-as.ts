import { auth } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../../api/index.ts'
import { encodePasswords } from '../../state/password.ts'
import { saveLogin } from '../../state/session.ts'

/** Signs in as somebody else inside the shell: the session of this browser becomes his. */
export const signInAs = async (userName: string, password: string): Promise<void> => {
  const key = await callServer(auth.publicKey, {})
  const [passWord] = await encodePasswords([password], key)
  saveLogin(await callServer(auth.login, { userName: userName.trim(), passWord: passWord!, isRefreshCache: true }))
}
