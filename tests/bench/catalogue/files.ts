import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileTransactions } from '@yibao/server/centre/catalogue.ts'
import { copyRow, lineReader } from '@yibao/server/domains/catalogue/entries.ts'
import { linesOfFile, wholeCatalogue } from '@yibao/server/simulator/national/files.ts'
import { zipOf } from '@yibao/server/simulator/national/zip.ts'

export const areaCode = '320500'

/** The whole catalogue of an area twice: as the centre's files, and as the rows that COPY takes. Answers its rows. */
export const makeFiles = (folder: string): number => {
  mkdirSync(folder, { recursive: true })
  let rows = 0
  for (const kind of fileTransactions) {
    const asked = { area: areaCode, since: '0', today: '2027-12-31', rows: wholeCatalogue }
    const read = lineReader(kind, { areaCode, edition: 'JX' })
    const [lines, copies]: [Buffer[], Buffer[]] = [[], []]
    for (const line of linesOfFile(kind, asked)) {
      lines.push(Buffer.from(`${line}\n`))
      const entry = read(line)
      if (typeof entry === 'object') copies.push(Buffer.from(copyRow(entry)))
      rows += 1
    }
    writeFileSync(join(folder, `${kind}.zip`), zipOf(`${kind}.txt`, Buffer.concat(lines)))
    writeFileSync(join(folder, `${kind}.copy`), Buffer.concat(copies))
  }
  return rows
}
