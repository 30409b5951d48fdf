/** What GET Auth/PublicKey answers. */
export interface PasswordKey {
  customDataInfo: boolean
  publicKey: string
}

/** Milliseconds as 13 digits with leading zeros (SPEC 5 and 9). */
export const stampOf = (nowMs: number): string => String(Math.trunc(nowMs)).padStart(13, '0')

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Bytes: more than any password's, and with its stamp still within what a key of 2048 bits encrypts. */
const longest = 230

const base64 = (text: string) => {
  const bytes = bytesOf(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

type Encrypt = (text: string, publicKey: string) => Promise<string | false>

// Loaded on submit only; RSAES-PKCS1-v1_5 by hand because crypto.subtle is missing on plain-http pages (DESIGN 5).
const rsa: Encrypt = async (text, publicKey) => {
  const { JSEncrypt } = await import('jsencrypt')
  const box = new JSEncrypt()
  box.setPublicKey(publicKey)
  return box.encrypt(text)
}

/**
 * Passwords of one submit, encoded: each with the same 13-digit stamp appended, then RSA when the server's flag is on,
 * else Base64 (SPEC 5). Throws, with what to do, when one is no password by its length or the key cannot encrypt.
 */
export const encodePasswords = async (
  plain: readonly string[],
  key: PasswordKey,
  nowMs: number = Date.now(),
  encrypt: Encrypt = rsa,
): Promise<string[]> => {
  const stamp = stampOf(nowMs)
  if (plain.some((password) => bytesOf(password).length > longest))
    throw new Error('密码太长，请检查是否粘贴了别的内容')
  return Promise.all(
    plain.map(async (password) => {
      if (!key.customDataInfo) return base64(password + stamp)
      const encrypted = await encrypt(password + stamp, key.publicKey)
      if (!encrypted) throw new Error('密码加密未完成，请刷新页面后重试')
      return encrypted
    }),
  )
}
