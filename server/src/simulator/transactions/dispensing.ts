import { refuse } from '../refusal.ts'
import { byMsgid, bySetlId, msgidOf } from '../store/settlements.ts'
import { type Call, type Handler, rowsOf, type Texts, textsOf } from './call.ts'
import { checkCirculation, checkDownloaded, issuedOf } from './prescription.ts'

const checkDispensed = (call: Call, number: string, setlId: string): void => {
  const settlement = bySetlId(call.store, setlId)
  if (settlement?.fixmedins_code !== call.institution.code) refuse('【结算ID setl_id】结算信息不存在')
  if (settlement?.refd === 1 || settlement?.reversed_by) refuse('【结算ID setl_id】的结算已撤销，不能上传取药')
  if (call.store.get('select hi_rxno from rx_use where setl_id = ?', setlId)?.hi_rxno !== number)
    refuse(`【结算ID setl_id】的结算没有使用处方 ${number}`)
  if (call.store.get('select 1 from rx_dispense where setl_id = ?', setlId))
    refuse(`【结算ID setl_id】${setlId} 的取药信息已上传，不能重复上传`)
}

const dispense = (call: Call, number: string, given: Texts, drugs: Texts[]): void => {
  const setlId = given.setl_id!
  checkDispensed(call, number, setlId)
  const data = JSON.stringify({ ...given, drugs })
  call.store.run('insert into rx_dispense values (?, ?, ?, 0, ?, ?)', setlId, number, call.institution.code, data, '')
}

const takeBack = (call: Call, number: string, given: Texts, drugs: Texts[]): void => {
  const setlId = given.setl_id!
  // The settlement may have been undone by 2601: its number is known all the same.
  if (byMsgid(call.store, msgidOf(call.store, setlId))?.fixmedins_code !== call.institution.code)
    refuse('【结算ID setl_id】结算信息不存在')
  const row = call.store.get('select returned, hi_rxno from rx_dispense where setl_id = ?', setlId)
  if (row?.hi_rxno !== number) refuse(`【结算ID setl_id】${setlId} 没有上传过取药信息`)
  if (row?.returned === 1) refuse(`【结算ID setl_id】${setlId} 的取药已退回，不能重复退回`)
  call.store.run(
    'update rx_dispense set returned = 1, back = ? where setl_id = ?',
    JSON.stringify({ ...given, drugs }),
    setlId,
  )
}

/** 7206 取药信息上传: what was handed out on a prescription by one settlement, once; and once that it came back. */
export const tellDispensing: Handler = (call) => {
  checkCirculation(call)
  const given = textsOf(call, 'data')
  return call.store.transaction(() => {
    const one = issuedOf(call, given.hi_rxno!)
    checkDownloaded(call, one, given.download_ide_code!)
    const move = given.sel_retn_type === '1' ? dispense : takeBack
    move(call, one.hi_rxno, given, rowsOf(call, 'druginfo'))
    return {}
  })
}
