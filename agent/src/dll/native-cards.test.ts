import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { libraries } from '../../test/libraries.ts'
import { canCompile } from '../../test/native.ts'

// The shipped manifests of the card libraries that differ from SSCardDriver, each against a library of its interface.

const { root, drivers, load, read, remove } = libraries()
const ids = ['c-hea', 'c-hn', 'c-sdt']
if (canCompile) {
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
  test('an Init that is refused says so and costs no read', async () => {
    drivers.behave('c-hea', 'badinit')
    const fresh = load('c-hea', { settings })
    await expect(read(fresh, 'socialCard')).rejects.toMatchObject({ detail: { text: '连接前置机失败' } })
    expect(fresh.state()).toMatchObject({ state: 'broken', problem: '驱动没有启动：连接前置机失败' })
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
