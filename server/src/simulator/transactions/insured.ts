import { demoItems } from '../national/demo.ts'
import { digits, lot } from '../national/pick.ts'
import { editionOn } from '../national/versions.ts'
import { day } from '../time.ts'
import type { Call, Texts } from './call.ts'

const people = ['310', '390']

/** What an area's insurance says of one national code: the rows of 1312, 1316, 1318 or 1319. */
export const insuredRows = (call: Call, code: string, n: number): Texts[] => {
  const { area, province } = call.profile
  const item = demoItems(area)[n]
  const edition = item ? { day: '2024-01-01' } : editionOn(n, day(call.now))
  if (!edition) return []
  const hunan = province === 'HN'
  const classNo = item ? Number(item.chrgitm_lv) : lot(n) < 300 ? 1 : lot(n) < 900 ? 2 : 3
  const listType = item?.list_type ?? (hunan || code.startsWith('X') ? '101' : '102')
  const dates = { begndate: '2024-01-01', enddate: '', updt_time: edition.day, insu_admdvs: area, poolarea_no: area }
  const common = { ...dates, vali_flag: '1', rid: `${call.infno}${area}${digits(n, 10)}`, memo: '' }
  if (call.infno === '1312')
    return [
      {
        ...common,
        hilist_code: code,
        hilist_name: item?.name ?? `医保目录 ${code}`,
        med_chrgitm_type: item?.med_chrgitm_type ?? (code.startsWith('X') ? '09' : '11'),
        chrgitm_lv: hunan ? `0${classNo}` : String(classNo),
        lmt_used_flag: n % 12 === 5 ? '1' : '0',
        list_type: listType,
        med_use_flag: '1',
        matn_used_flag: '0',
        hilist_use_type: '1',
        lmt_cpnd_type: item?.lmt_cpnd_type || '1',
        pinyin: item?.initials ?? '',
      },
    ]
  if (call.infno === '1316') return [{ ...common, med_list_codg: code, hilist_code: code, list_type: listType }]
  if (call.infno === '1318') {
    // The demo caps, and for every 30th item one a little under what the shops ask.
    const cap = item?.price_cap || (item && n % 30 === 8 ? (Number(item.price) * 0.9).toFixed(2) : '')
    const amount = cap || (!item && n % 10 === 0 ? `${(lot(n) % 300) + 5}.50` : '')
    return amount
      ? [
          {
            ...common,
            hilist_code: code,
            hilist_lmtpric_type: '2',
            overlmt_dspo_way: '1',
            hilist_pric_uplmt_amt: amount,
          },
        ]
      : []
  }
  const share = item?.selfpay_prop ?? ['0', '0.1', '1'][classNo - 1]!
  return people.map((selfpay_prop_psn_type, i) => ({
    ...common,
    rid: `${common.rid}${i}`,
    hilist_code: code,
    selfpay_prop_psn_type,
    selfpay_prop_type: '10',
    selfpay_prop: share,
  }))
}
