import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache.ts'
import { type BuildFailed, run } from './command.ts'

/** Days a test certificate is valid, and after how many a new one is made. */
const testDays = 30
const renewAfterDays = 20

const test = { cert: join(cacheFolder, 'test-sign.crt'), key: join(cacheFolder, 'test-sign.key') }

/** A certificate of nobody: it shows that everything is signed, and no Windows trusts it. */
const makeTestCertificate = async () => {
  const age = existsSync(test.cert) ? Date.now() - statSync(test.cert).mtimeMs : Number.POSITIVE_INFINITY
  if (age < renewAfterDays * 86_400_000) return
  mkdirSync(cacheFolder, { recursive: true })
  const subject = ['-subj', '/CN=Yibao Agent TEST', '-addext', 'extendedKeyUsage=codeSigning']
  const files = ['-keyout', test.key, '-out', `${test.cert}.new`]
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:3072',
    '-nodes',
    '-days',
    String(testDays),
    ...subject,
    ...files,
  ])
  renameSync(`${test.cert}.new`, test.cert)
}

/** Arguments of `osslsigncode sign` that name certificate, key and time stamp. */
export const signer = async (env: NodeJS.ProcessEnv = process.env): Promise<{ args: string[]; release: boolean }> => {
  const { SIGN_CERT, SIGN_KEY, SIGN_PKCS11_MODULE, SIGN_PASS_FILE, SIGN_TIMESTAMP } = env
  if (!SIGN_CERT || !SIGN_KEY) {
    await makeTestCertificate()
    return { args: ['-certs', test.cert, '-key', test.key], release: false }
  }
  const args = [
    ...(SIGN_PKCS11_MODULE ? ['-pkcs11module', SIGN_PKCS11_MODULE] : []),
    ...['-certs', SIGN_CERT, '-key', SIGN_KEY],
    ...(SIGN_PASS_FILE ? ['-readpass', SIGN_PASS_FILE] : []),
    ...(SIGN_TIMESTAMP ? ['-ts', SIGN_TIMESTAMP] : []),
  ]
  return { args, release: true }
}

/** Signs a PE file in place and checks the result. */
export const sign = async (file: string): Promise<void> => {
  const { args, release } = await signer()
  const about = ['-h', 'sha256', '-n', 'Yibao Agent']
  await run('osslsigncode', ['sign', ...args, ...about, '-in', file, '-out', `${file}.signed`])
  renameSync(`${file}.signed`, file)
  await verifySignature(file, release)
}

/** Flags by which a check asks nobody on the network; older programs know fewer, and never asked. */
export const offlineFlags = async (): Promise<string[]> => {
  const help = await run('osslsigncode', ['verify', '--help']).catch((error: BuildFailed) => error.output)
  return ['-ignore-cdp', '-ignore-timestamp'].filter((flag) => help.includes(flag))
}

/** Throws BuildFailed when the file's signature does not fit its bytes, or is not by the certificate in use. */
export const verifySignature = async (file: string, release = false): Promise<void> => {
  const trusted = release ? [] : ['-CAfile', test.cert]
  await run('osslsigncode', ['verify', ...(await offlineFlags()), ...trusted, '-in', file])
}

/** The command by which makensis signs the uninstaller while it is made; `%1` is the file. */
export const uninstallerSigner = async (): Promise<string> => {
  const quoted = (await signer()).args.map((arg) => `"${arg}"`).join(' ')
  return `osslsigncode sign ${quoted} -h sha256 -n "Yibao Agent" -in "%1" -out "%1.signed" && mv "%1.signed" "%1"`
}
