import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileTransactions } from '@yibao/server/centre/catalogue.ts'
import { inCopyTransaction } from '@yibao/server/database/copy.ts'
import { openDatabase } from '@yibao/server/database/open.ts'
import { makeDeps } from '@yibao/server/deps.ts'
import { entryColumns } from '@yibao/server/domains/catalogue/entries.ts'
import { catalogueSource } from '@yibao/server/domains/catalogue/entry-tables.ts'
import { takeIn } from '@yibao/server/domains/catalogue/load/file.ts'
import { readConfig } from '@yibao/server/process/config.ts'
import { watchMemory } from '../export/memory.ts'
import { areaCode } from './files.ts'

// One import in a process of its own: `child.ts ours|copy <folder>`; DATABASE_URL says where. Prints ms and MB grown.

const [, , who = '', folder = ''] = process.argv
const config = readConfig({ ...process.env, CENTRE_URL: 'http://127.0.0.1:9' })
const opened = await openDatabase(config)
const deps = makeDeps(config, opened.db)

/** As the server does it: the centre's file, line by line, in batches that survive a kill. */
const ours = async () => {
  for (const kind of fileTransactions) {
    const content = readFileSync(join(folder, `${kind}.zip`))
    const [source] = await opened.db
      .insert(catalogueSource)
      .values({ areaCode, kind, state: 'running', runner: config.node, fileRows: 1 })
      .returning()
    await takeIn(deps, { ...source!, kind }, content, async () => {})
  }
}

/** The finished rows and nothing else: one COPY a file. */
const copy = async () => {
  for (const kind of fileTransactions)
    await inCopyTransaction(opened.db, (tx) =>
      tx.copy('catalogue_entry', entryColumns, readFileSync(join(folder, `${kind}.copy`))),
    )
}

const grown = watchMemory()
const begin = performance.now()
await (who === 'ours' ? ours() : copy())
const ms = performance.now() - begin
const mb = grown() / 2 ** 20
await opened.close()
deps.services.centre.close()
console.log(JSON.stringify({ ms, mb }))
process.exit(0)
