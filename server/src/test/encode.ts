import { constants, publicEncrypt } from 'node:crypto'

/** A password as the console sends it: stamped, then RSA with a public key, else Base64 (SPEC 5). */
export const encode = (password: string, at: Date, publicKey = ''): string => {
  const stamped = Buffer.from(password + String(at.getTime()).padStart(13, '0'))
  if (!publicKey) return stamped.toString('base64')
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, stamped).toString('base64')
}
