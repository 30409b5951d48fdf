import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { areaCode } from './files.ts'

// The same search without us: node:http and pg, no session, no permission, no contract. BENCH_CATALOGUE is the database.

const pool = new pg.Pool({ connectionString: process.env.BENCH_CATALOGUE, max: 20 })
const columns = 'kind, code, name, spec, producer, dosage_form, list_type'
const within = `area_code = '${areaCode}' and kind in ('1301','1302','1303','1304','1305','1306') and valid`
const ordered = (condition: string) => `select * from (select ${columns} from catalogue_entry where ${within} and
  ${condition} limit 100) hits order by case when code = $1 or name = $1 then 0 when starts_with(name, $1) then 1 else 2 end,
  length(name), code limit 20`
const chinese = ordered('grams @> $2::bigint[]')
const latin = ordered('((code >= $2 and code < $3) or (initials >= $2 and initials < $3))')

const grams = (word: string) =>
  `{${Array.from({ length: word.length - 1 }, (_, i) => Number(areaCode) * 2 ** 32 + word.charCodeAt(i) * 65_536 + word.charCodeAt(i + 1)).join()}}`

const server = createServer(async ({ url = '' }, reply) => {
  const word = new URL(url, 'http://x').searchParams.get('keyword') ?? ''
  const upper = word.toUpperCase()
  const { rows } = /\p{Script=Han}/u.test(word)
    ? await pool.query({ name: 'chinese', text: chinese, values: [word, grams(word)] })
    : await pool.query({ name: 'latin', text: latin, values: [word, upper, `${upper}\u{10ffff}`] })
  const body = Buffer.from(JSON.stringify({ success: true, result: rows }))
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
