import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { letters, packageParts, sheetHead, sheetTail, xml } from '@yibao/server/xlsx/parts.ts'
import { strToU8, zipSync } from 'fflate'
import pg from 'pg'
import { watchMemory } from './memory.ts'

// The usual way: read every row, make the whole workbook, send it. No session, permission, scope or history.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const query = `select o.order_no, s.name, o.masked_name, o.insutype, o.medical_type, o.total, o.fund_total, o.account, o.cash,
    o.state, o.operator_name, o.created_at
  from purchase_order o join store s on s.id = o.store_id where o.state <> 'drafted' order by o.created_at desc, o.id desc`

const workbook = async (): Promise<Uint8Array> => {
  const { rows } = await pool.query({ text: query, rowMode: 'array' })
  const lines = rows.map((row: unknown[], i) => {
    const cells = row.map((value, j) => {
      const place = `${letters(j)}${i + 2}`
      if (j >= 5 && j <= 8) return `<c r="${place}" s="2"><v>${(Number(value) / 100).toFixed(2)}</v></c>`
      const text = value instanceof Date ? value.toISOString() : String(value ?? '')
      return `<c r="${place}" s="3" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`
    })
    return `<row r="${i + 2}">${cells.join('')}</row>`
  })
  const sheet = sheetHead(Array(12).fill(18)) + lines.join('') + sheetTail
  const parts = [['xl/worksheets/sheet1.xml', sheet], ...packageParts(['orders'])] as const
  return zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])), { level: 3 })
}

const server = createServer((_, reply) => {
  workbook().then((bytes) => reply.end(bytes))
})
await pool.query('select 1')
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
let stop: (() => number) | undefined
process.on('message', () => {
  const grown = stop?.()
  stop = stop ? undefined : watchMemory()
  process.send?.({ grown: grown ?? 0 })
})
process.send?.({ port: (server.address() as AddressInfo).port })
