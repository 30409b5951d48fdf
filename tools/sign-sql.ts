import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { product } from '@yibao/shared/agent/protocol.ts'
import { type SignedSql, type SqlManifest, sqlManifest, sqlText } from '@yibao/shared/sql-package.ts'
import { byHand } from './by-hand.ts'
import { signRelease } from './sign-release.ts'

// Scripts for the database are signed where releases are, with the same keys: manifest, sign (docs/OPERATIONS.md).

/** The package of a script, not signed yet; throws where the server would refuse it. */
const makeSqlPackage = (given: Omit<SqlManifest, 'product'>): SignedSql => ({
  manifest: JSON.stringify(sqlManifest.parse({ product, ...given })),
  signatures: [],
})

/** The package with one more signature. */
const signSql = (given: unknown, keyFile: string): SignedSql => signRelease(given, keyFile, sqlText)

const usage = `用法:
  node tools/sign-sql.ts manifest <脚本.sql> --version 1.2.1 --name 名称 --module 模块 [--rollback 回滚.sql] [--notes 说明] > script.json
  node tools/sign-sql.ts sign script.json <密钥.pem>          (两把发布密钥各签一次)
`

const option = { type: 'string' } as const

const main = (): string => {
  const options = { version: option, name: option, module: option, rollback: option, notes: option }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [command, file = '', key = ''] = positionals
  const { version, name, module, rollback, notes } = values
  if (command === 'manifest' && file && version && name && module) {
    const read = (path: string) => readFileSync(path, 'utf8')
    const scripts = { script: read(file), ...(rollback && { rollback: read(rollback) }) }
    return `${JSON.stringify(makeSqlPackage({ version, name, module, ...scripts, ...(notes && { notes }) }))}\n`
  }
  if (command === 'sign' && file && key) {
    const signed = signSql(JSON.parse(readFileSync(file, 'utf8')), key)
    writeFileSync(file, `${JSON.stringify(signed)}\n`)
    return `${signed.signatures.length} 个签名\n`
  }
  process.exitCode = 2
  return usage
}

if (process.argv[1] === import.meta.filename) byHand(main)
