import { strFromU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { fen, yuan } from '../money/fixed.ts'
import { profileOf } from '../profile.ts'
import { bookOf, type Cells, type Client, fault, makeClient, personIn, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

interface Row {
  setl_id: string
  mdtrt_id: string
  psn_no: string
  medfee: string
  fund: string
  acct: string
  refd: string
}

const line = (row: Row): string =>
  [row.setl_id, row.mdtrt_id, row.psn_no, row.medfee, row.fund, row.acct, row.refd].join('\t')
const sum = (rows: Row[], key: 'medfee' | 'fund' | 'acct'): string =>
  yuan(rows.reduce((total, row) => total + fen(row[key]), 0))

describe.each(['P32050100001', 'P32010200001', 'P43010200001'])(
  'a day of store %s with a difference of each kind',
  (code) => {
    const area = code.startsWith('P43') ? '430100' : `${code.slice(1, 5)}00`
    const { province } = profileOf(area)!
    const person = personIn(area, 'rich')
    const zip = (rows: Row[]) => zipSync({ 'a.txt': Buffer.from(rows.map((row) => `${line(row)}\n`).join('')) })
    let client: Client
    let rows: Row[]
    let centreOnlyMsgid: string
    let undoneMsgid: string

    const centre = opened(startTestCentre)
    beforeAll(async () => {
      client = makeClient(centre.url, code, () => centre.time.now)
      await client.signIn()
      rows = []
      const keep = (output: { setlinfo: Record<string, unknown> }, refd: string) => {
        const { setl_id, mdtrt_id, medfee_sumamt, fund_pay_sumamt, acct_pay } = output.setlinfo
        const [medfee, fund, acct] = [medfee_sumamt, fund_pay_sumamt, acct_pay].map((one) =>
          yuan(fen(String(one))),
        ) as [string, string, string]
        rows.push({
          setl_id: String(setl_id),
          mdtrt_id: String(mdtrt_id),
          psn_no: person.psnNo,
          medfee,
          fund,
          acct,
          refd,
        })
      }
      const settle = async () => {
        const answer = await client.call('2102', purchase(person, exampleA))
        keep(answer.output, '0')
        return answer
      }
      // 0 agrees; 1 and 2 are a settlement and its reversal; 3 differs; 4 was undone at the centre only.
      await settle()
      const { setl_id, mdtrt_id } = (await settle()).output.setlinfo
      keep((await client.call('2103', { data: { setl_id, mdtrt_id, psn_no: person.psnNo } })).output, '1')
      await fault(centre.url, { fault: 'amountDrift', fen: -500, where: 'book', infno: '2102' })
      await settle()
      undoneMsgid = (await settle()).msgid
      await client.call('2601', { data: { psn_no: person.psnNo, omsgid: undoneMsgid, oinfno: '2102' } })
      await fault(centre.url, {
        fault: 'centreOnlyRow',
        fixmedins_code: code,
        psn_no: person.psnNo,
        msgid: 'only-there',
      })
      centreOnlyMsgid = 'only-there'
    })

    const dates = { stmt_begndate: '2026-11-20', stmt_enddate: '2026-11-20' }
    const total = (chosen: Row[], more: Record<string, string> = {}) =>
      client.call('3201', {
        data: {
          insutype: '310',
          clr_type: '41',
          setl_optins: area,
          ...dates,
          medfee_sumamt: sum(chosen, 'medfee'),
          fund_pay_sumamt: sum(chosen, 'fund'),
          acct_pay: sum(chosen, 'acct'),
          fixmedins_setl_cnt: String(chosen.length),
          ...more,
        },
      })
    const upload = async (bytes: Uint8Array): Promise<string> => {
      const input = {
        fsUploadIn: { in: Buffer.from(bytes).toString('base64'), filename: 'day.zip', fixmedins_code: code },
      }
      return (await client.call('9101', input)).output.file_qury_no
    }
    const compare = (chosen: Row[], file_qury_no: string, more: Record<string, string> = {}) =>
      client.call('3202', {
        data: {
          setl_optins: area,
          file_qury_no,
          ...dates,
          medfee_sumamt: sum(chosen, 'medfee'),
          fund_pay_sumamt: sum(chosen, 'fund'),
          cash_payamt: '0',
          fixmedins_setl_cnt: String(chosen.length),
          clr_type: '41',
          ...more,
        },
      })
    const fetchResult = async ({ file_qury_no, filename }: Cells): Promise<string[][]> => {
      const message = client.message('9102', { fsDownloadIn: { file_qury_no, filename, fixmedins_code: code } })
      const response = await client.post(JSON.stringify(message), '9102')
      expect(response.headers.get('content-type')).toContain('application/octet-stream')
      const entries = Object.values(unzipSync(new Uint8Array(await response.arrayBuffer())))
      expect(entries).toHaveLength(1)
      return strFromU8(entries[0]!)
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => text.split('\t'))
    }

    test('3201 says equal for the book as it is, and what differs otherwise', async () => {
      const book = (await bookOf(centre.url, code))
        .filter((row) => !row.undone)
        .map((row) => ({
          medfee: row.medfee_sumamt,
          fund: row.fund_pay_sumamt,
          acct: row.acct_pay,
        })) as unknown as Row[]
      expect((await total(book)).output.stmtinfo).toMatchObject({ stmt_rslt: '0', setl_optins: area })
      const differing = (await total(rows)).output.stmtinfo
      expect(differing.stmt_rslt).not.toBe('0')
      expect(differing.stmt_rslt_dscr).toContain('医疗费总额')
      expect((await total([], { insutype: '390' })).output.stmtinfo.stmt_rslt).toBe('0')
      expect(
        (await total([], { stmt_begndate: '2026-11-19', stmt_enddate: '2026-11-19' })).output.stmtinfo.stmt_rslt,
      ).toBe('0')
      expect((await total(rows.slice(2, 3), { refd_setl_flag: '1' })).output.stmtinfo.stmt_rslt).toBe('0')
    })

    test('1320 and 1321 tell the sums and the rows of the same book, where a centre tells them', async () => {
      const asked = { insutype: '310', clr_type: '41', setl_optins: area, ...dates }
      const sums = await client.call('1320', { data: asked })
      const list = await client.call('1321', { data: { ...asked, startrow: '1' } })
      if (province === 'HN') {
        expect([sums.err_msg, list.err_msg].every((text) => text.includes('未开通'))).toBe(true)
        return
      }
      const book = (await bookOf(centre.url, code)).filter((row) => !row.undone)
      const told = list.output.data as unknown as Cells[]
      expect(told.map((row) => [row.setl_id, row.msgid, row.refd_setl_flag])).toEqual(
        book.map((row) => [row.setl_id, row.msgid, row.refd_setl_flag]),
      )
      const { stmtinfo } = sums.output
      expect(Number(stmtinfo.fixmedins_setl_cnt)).toBe(book.length)
      for (const name of ['medfee_sumamt', 'fund_pay_sumamt', 'acct_pay', 'psn_cash_pay']) {
        const whole = yuan(book.reduce((total, row) => total + fen(String(row[name])), 0))
        expect(yuan(fen(String(stmtinfo[name]))), name).toBe(whole)
        expect(yuan(told.reduce((total, row) => total + fen(String(row[name])), 0)), name).toBe(whole)
      }
      const pooled = told.reduce((total, row) => total + fen(String(row.hifp_pay)), 0)
      expect(yuan(fen(String(stmtinfo.hifp_pay)))).toBe(yuan(pooled))
      const after = (startrow: string) => client.call('1321', { data: { ...asked, startrow } })
      expect(((await after(String(book.length))).output.data as unknown as Cells[]).map((row) => row.setl_id)).toEqual([
        book.at(-1)!.setl_id,
      ])
      expect((await after(String(book.length + 1))).output.data).toEqual([])
      expect((await after('0')).err_msg).toContain('startrow')
      const back = await client.call('1320', { data: { ...asked, refd_setl_flag: '1' } })
      expect([
        Number(back.output.stmtinfo.fixmedins_setl_cnt),
        fen(String(back.output.stmtinfo.medfee_sumamt)) < 0,
      ]).toEqual([1, true])
    })

    test('3202 lists each difference once, in the columns and codes of the edition, and no equal row', async () => {
      const answer = await compare(rows, await upload(zip(rows)))
      expect(answer.err_msg).toBe('')
      const found = await fetchResult(answer.output.fileinfo)
      const amounts = (...texts: string[]) => (province === 'HN' ? [] : texts)
      const [, , , differs, undone] = rows as [Row, Row, Row, Row, Row]
      const book = await bookOf(centre.url, code)
      const differsMsgid = String(book.find((row) => row.setl_id === differs.setl_id)!.msgid)
      const of = (jx: string) => (province === 'HN' ? '1' : jx)
      expect(found).toEqual([
        [
          person.psnNo,
          differs.mdtrt_id,
          differs.setl_id,
          differsMsgid,
          of('3'),
          '0',
          '数据不一致',
          ...amounts('85.60', '0.00', '80.60'),
        ],
        [
          person.psnNo,
          undone.mdtrt_id,
          undone.setl_id,
          undoneMsgid,
          of('2'),
          '0',
          '医药机构多',
          ...amounts('85.60', '0.00', '85.60'),
        ],
        [person.psnNo, 'null', 'null', centreOnlyMsgid, '1', '0', '中心多', ...amounts('20.00', '0.00', '20.00')],
      ])
    })

    test('a settlement and its reversal are two rows, told apart by the refund flag', async () => {
      const without = [rows[0]!, rows[1]!]
      const answer = await compare(without, await upload(zip(without)))
      const found = await fetchResult(answer.output.fileinfo)
      expect(found.filter((row) => row[5] === '1').map((row) => row.slice(0, 3))).toEqual([
        [person.psnNo, 'null', 'null'],
      ])
    })

    test('plain TXT and byte arrays are taken too; totals must be those of the file', async () => {
      const bytes = [...Buffer.from(`${line(rows[0]!)}\tnull\r\n`)].map((byte) => (byte > 127 ? byte - 256 : byte))
      const uploaded = await client.call('9101', { fsUploadIn: { in: bytes, filename: 'a.txt', fixmedins_code: code } })
      const number = uploaded.output.file_qury_no
      expect(uploaded.output).toMatchObject({
        filename: 'a.txt',
        fixmedins_code: code,
        dld_endtime: '2026-11-27 10:30:00',
      })
      expect((await compare(rows, number)).err_msg).toContain('不一致')
      expect((await compare(rows.slice(0, 1), number)).err_msg).toBe('')
      expect((await compare(rows.slice(0, 1), 'F0')).err_msg).toContain('file_qury_no')
      const broken = await upload(Buffer.from('PK broken'))
      expect((await compare([], broken)).err_msg).toContain('压缩包')
    })

    test('9101 takes the official multipart form', async () => {
      const form = new FormData()
      form.append(
        'jsonStr',
        JSON.stringify(client.message('9101', { fsUploadIn: { filename: 'm.zip', fixmedins_code: code } })),
      )
      form.append('file', new Blob([Buffer.from(zip(rows))]), 'm.zip')
      const response = await fetch(`${centre.url}/fsi/api/rsfComIfsService/callService`, {
        method: 'POST',
        headers: client.gateway('9101'),
        body: form,
      })
      const { output } = (await response.json()) as { output: { file_qury_no: string } }
      expect((await compare(rows, output.file_qury_no)).err_msg).toBe('')
    })

    test('a file can be fetched for seven days, by its own name', async () => {
      const file_qury_no = await upload(zip(rows))
      const get = (filename: string) =>
        client.call('9102', { fsDownloadIn: { file_qury_no, filename, fixmedins_code: code } })
      expect((await get('other.zip')).err_msg).toContain('filename')
      centre.time.now += 7 * 86_400_000 + 1
      expect((await get('day.zip')).err_msg).toContain('已过下载截止时间')
      centre.time.now -= 7 * 86_400_000 + 1
    })

    test('9102 answers JSON when it has no file to give', async () => {
      const answer = await client.call('9102', {
        fsDownloadIn: { file_qury_no: 'x', filename: 'x', fixmedins_code: code },
      })
      expect(answer.err_msg).toContain('file_qury_no')
    })
  },
)
