import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { libraries } from '../../test/libraries.ts'
import { canCompile } from '../../test/native.ts'

// The shipped manifests of the card libraries that differ from SSCardDriver, each against a library of its interface.

const { root, drivers, load, read, remove } = libraries()
const ids = ['c-hea', 'c-hn', 'c-sdt', 'c-std', 'c-js']
if (canCompile) {
  drivers.add('c-std', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
  drivers.add('c-js', 'settlement', { extends: 'si-jiangsu', kind: 'settlement' })
  drivers.add('c-hea', 'heasec', { extends: 'heasec', kind: 'socialCard' })
  drivers.add('c-hn', 'sscard-hn', { extends: 'sscard-hn', kind: 'socialCard' })
  drivers.add('c-sdt', 'sdtapi', { extends: 'idcard-sdt', kind: 'idCard' })
}
beforeEach(() => {
  for (const id of canCompile ? ids : []) drivers.behave(id, 'good')
})
afterAll(remove)

describe.skipIf(!canCompile)('HeaSecReadInfo', () => {
  const settings = {
    ...{ ip: '127.0.0.1', port: '8080', timeout: '60', sfzDriver: '0', ecUrl: '', orgId: 'P32050100001' },
    ...{ areaCode: '320500', passType: '', apiName: '', apiVersion: '', accessKey: '', secretKey: '' },
  }
  const driver = canCompile ? load('c-hea', { settings }) : (undefined as never)

  test('it is started with numbers as numbers, reads the card with the token of the visit, and writes beside itself', async () => {
    expect(await read(driver, 'socialCard')).toMatchObject({
      card: { name: '张三', cardNo: 'A00000017' },
      business: 'TOKEN+/=0123456789',
    })
    expect(existsSync(join(root, 'c-hea', 'heasec.log'))).toBe(true)
    expect(await read(driver, 'idCard')).toMatchObject({
      ...{ idCard: { name: '张三', certNo: '320501199001011238', validTo: '20380510' }, business: 'SFZTOKEN' },
    })
  })
  test.each([
    ['nocard', 'CARD_NONE'],
    ['reader', 'READER_ABSENT'],
    ['errortext', 'READER_ABSENT'],
    ['nothing', 'DRIVER_EMPTY'],
    ['overrun', 'DRIVER_OVERRUN'],
  ])('%s is answered by %s', async (word, code) => {
    drivers.behave('c-hea', word)
    await expect(read(driver, 'socialCard')).rejects.toMatchObject({ code })
  })
  test('its PIN pad and its scanner are called without lengths', async () => {
    drivers.behave('c-hea', 'wrongpin')
    await expect(driver.call('VerifyPIN', {}, 5000)).rejects.toMatchObject({ code: 'PIN_WRONG', detail: { left: 3 } })
    const { values } = await driver.call('GetQRBase', {}, 5000)
    expect(values.pOutBuff).toBe('3205011234567890123456789012')
  })
  test('an Init that is refused says so and costs no read', async () => {
    drivers.behave('c-hea', 'badinit')
    const fresh = load('c-hea', { settings })
    await expect(read(fresh, 'socialCard')).rejects.toMatchObject({ detail: { text: '连接前置机失败' } })
    expect(fresh.state()).toMatchObject({ state: 'broken', problem: '驱动没有启动：连接前置机失败' })
  })
  test('an Init that is not even called says why in words', async () => {
    drivers.behave('c-hea', 'good')
    const fresh = load('c-hea', { settings: { ...settings, ip: 'x'.repeat(9000) } })
    await expect(read(fresh, 'socialCard')).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    expect(fresh.state().problem).toMatch(/^驱动没有启动：[\u4e00-\u9fff]+/)
  })
})

describe.skipIf(!canCompile)('SSCard with lengths', () => {
  const settings = { url: 'http://127.0.0.1/card', area: '430100', qrWait: '30' }
  const driver = canCompile ? load('c-hn', { settings }) : (undefined as never)

  test('each buffer is passed with its own size; a photo larger than advised fits', async () => {
    expect(await read(driver, 'socialCard')).toMatchObject({
      card: { name: '李四', deviceNo: '' },
      sign: '430100J0001',
    })
    const { idCard } = (await read(driver, 'idCard')) as { idCard: Record<string, string> }
    expect(idCard).toMatchObject({ certNo: '430102199001011238', name: '李四', validity: '20180510-20380510' })
    expect(idCard.photo).toHaveLength(20_000)
    expect(await read(driver, 'eVoucher')).toEqual({ code: '4301021234567890123456789012', sign: '430100Q0001' })
  })
  test.each([
    ['nocard', 'socialCard', 'CARD_NONE'],
    ['expired', 'eVoucher', 'QR_EXPIRED'],
  ])('%s is answered by %s %s', async (word, medium, code) => {
    drivers.behave('c-hn', word)
    await expect(read(driver, medium)).rejects.toMatchObject({ code })
  })
  test('a wrong PIN tells the tries left, a locked one that it is locked', async () => {
    drivers.behave('c-hn', 'wrongpin')
    await expect(driver.call('VerifyPIN', {}, 5000)).rejects.toMatchObject({ code: 'PIN_WRONG', detail: { left: 5 } })
    drivers.behave('c-hn', 'locked')
    await expect(driver.call('VerifyPIN', {}, 5000)).rejects.toMatchObject({ code: 'PIN_LOCKED' })
  })
  test('nobody sets a size by hand', async () => {
    await expect(driver.call('VerifyPIN', { nOutBuffLen: 9 }, 5000)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  })
})

describe.skipIf(!canCompile)('sdtapi', () => {
  const driver = canCompile ? load('c-sdt') : (undefined as never)
  const closed = () => readFileSync(join(root, 'c-sdt', 'closed'), 'utf8').length

  test('the number of its security module is told once the port is open', async () => {
    await driver.call('SDT_OpenPort', {}, 5000)
    const { values } = await driver.call('SDT_GetSAMIDToStr', {}, 5000)
    expect(values.samId).toBe('05.03-20200101-0000012345-0000067890')
    rmSync(join(root, 'c-sdt', 'closed'), { force: true })
  })
  test('columns of UTF-16 become fields, and the port is closed whatever happened', async () => {
    expect(await read(driver, 'idCard')).toMatchObject({
      idCard: { name: '张䶮', certNo: '320501199001011238', address: '苏州市1号', validTo: '20180510', gender: '1' },
    })
    expect(closed()).toBe(1)
    drivers.behave('c-sdt', 'nocard')
    await expect(read(driver, 'idCard')).rejects.toMatchObject({ code: 'CARD_NONE' })
    expect(closed()).toBe(2)
  })
  test.each([
    ['mute', 'CARD_MUTE'],
    ['nameless', 'DRIVER_EMPTY'],
    ['noport', 'READER_ABSENT'],
  ])('%s is answered by %s', async (word, code) => {
    drivers.behave('c-sdt', word)
    await expect(read(driver, 'idCard')).rejects.toMatchObject({ code })
  })
})

describe.skipIf(!canCompile)('SSCardDriver beyond the basic read', () => {
  const driver = canCompile ? load('c-std') : (undefined as never)

  test('a file of the card is read by its address, the kind of card is told in bytes', async () => {
    const read = (pFileAddr: string) => driver.call('iReadCard', { pCardInfo: '', pFileAddr }, 5000)
    expect((await read('SSSEEF05')).values.pOutInfo).toBe('A00000017|')
    await expect(read('SSSEEF99')).rejects.toMatchObject({ detail: { code: -27266, text: '未找到文件' } })
    const { values } = await driver.call('iGetCardType', {}, 5000)
    expect([Buffer.from(String(values.pCardType), 'base64')[0], values.pOutInfo]).toEqual([3, 'CPU'])
  })
  test('a function that this vendor left out is named', async () => {
    await expect(driver.call('iReadCertInfo', {}, 5000)).rejects.toMatchObject({
      ...{ code: 'DRIVER_MISSING_FILE', detail: { text: '动态库里没有函数 iReadCertInfo，版本可能不对' } },
    })
  })
})

describe.skipIf(!canCompile)('JSSiInterface', () => {
  const driver = canCompile ? load('c-js') : (undefined as never)

  test('it is started once, answers JSON, and its own no is a refusal', async () => {
    const inputData = '{"infno":"2102","name":"王䶮"}'
    const { values } = await driver.call('Si_Busi', { inputData }, limits.deadlineMs)
    expect(values.outputData).toEqual({ name: '张三', asked: { infno: '2102', name: '王䶮' } })
    drivers.behave('c-js', 'refused')
    await expect(driver.call('Si_Busi', { inputData }, limits.deadlineMs)).rejects.toMatchObject({
      ...{ code: 'CARD_UNKNOWN_ERROR', detail: { text: expect.stringContaining('账户余额不足') } },
    })
    drivers.behave('c-js', 'crash')
    await expect(driver.call('Si_Busi', { inputData }, limits.deadlineMs)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
  })
})
