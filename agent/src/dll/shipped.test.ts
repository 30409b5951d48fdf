import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest, readManifestText } from '@yibao/shared/agent/driver/read-manifest.ts'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'
import { scanDrivers } from './registry.ts'

// What comes with the agent for the interfaces of the reference (domain.md 6), so that a vendor's file is all that is missing.

const drivers = scanDrivers([join(import.meta.dirname, '../../drivers')])

const interfaces: Record<string, { file: string; init?: string; exports: string }> = {
  'sscard-std': {
    file: 'SSCardDriver.dll',
    exports:
      'iReadCardBas iReadCardBas_HSM_Step1 iReadCardBas_HSM_Step2 iReadCard iReadCard_HSM_Step1 iReadCard_HSM_Step2 ' +
      'iWriteCard iVerifyPIN iChangePIN iReloadPIN iUnblockPIN iDoDebit iReadDebitRecord iGetCardType iGetReaderInfo ' +
      'iReadIdentityCard iReadCertInfo',
  },
  heasec: {
    ...{ file: 'HeaSecReadInfo.dll', init: 'Init' },
    exports: 'Init ReadCardBas ReadSFZ VerifyPIN ChangePIN GetQRBase',
  },
  'sscard-hn': {
    ...{ file: 'SSCard.dll', init: 'Init' },
    exports: 'Init ReadCardBas VerifyPIN ChangePIN ReadSFZ GetQRBase',
  },
  'nation-ec': { file: 'NationECCode.dll', exports: 'NationEcTrans' },
  'idcard-cvr': {
    file: 'termb.dll',
    exports:
      'CVR_InitComm CVR_Authenticate CVR_Read_Content CVR_Read_FPContent CVR_CloseComm GetPeopleName GetPeopleSex ' +
      'GetPeopleNation GetPeopleBirthday GetPeopleAddress GetPeopleIDCode GetDepartment GetStartDate GetEndDate ' +
      'GetCertType GetManuID',
  },
  'idcard-sdt': {
    file: 'sdtapi.dll',
    exports: 'SDT_OpenPort SDT_ClosePort SDT_StartFindIDCard SDT_SelectIDCard SDT_ReadBaseMsg SDT_GetSAMIDToStr',
  },
  'si-neusoft': { file: 'SiInterface.dll', init: 'INIT', exports: 'INIT BUSINESS_HANDLE' },
  'si-jiangsu': { file: 'JSSiInterface.dll', init: 'Si_INIT', exports: 'Si_INIT Si_Busi' },
}

test.each(Object.entries(interfaces))('%s describes its library whole', (id, { file, init, exports }) => {
  const { manifest } = drivers.get(id)!
  expect(manifest?.files).toEqual({ 'win32-ia32': { file } })
  expect(manifest).toMatchObject({ bits: 32, convention: 'stdcall', encoding: 'gbk' })
  expect(Object.keys(manifest!.functions).toSorted()).toEqual(exports.split(' ').toSorted())
  expect(manifest!.init.map(({ fn }) => fn)).toEqual(init ? [init] : [])
})

test('the sample of the documentation is a driver', () => {
  const text = readFileSync(new URL('../../../docs/DRIVERS.md', import.meta.url), 'utf8')
  const sample = /```json\n([\s\S]*?)```/.exec(text)![1]!.replace('…', 'a'.repeat(64))
  expect(parseManifest(readManifestText(sample)).id).toBe('acme-reader')
})

test('what writes a card or takes its money is never made twice, what settles has room for its answer', () => {
  const functions = (id: string) => drivers.get(id)!.manifest!.functions
  for (const [id, name] of [
    ['sscard-std', 'iWriteCard'],
    ['sscard-std', 'iDoDebit'],
    ['si-neusoft', 'BUSINESS_HANDLE'],
    ['si-jiangsu', 'Si_Busi'],
  ] as const)
    expect(functions(id)[name]?.class, `${id} ${name}`).toBe('money')
  for (const name of ['BUSINESS_HANDLE', 'Si_Busi']) {
    const params = { ...functions('si-neusoft'), ...functions('si-jiangsu') }[name]!.params
    expect(params.at(-1)).toMatchObject({ dir: 'out', bytes: 1024 * 1024 })
  }
})

test('a device that the centre does not know is no dirty card', () => {
  const { manifest } = drivers.get('nation-ec')!
  for (const text of ['设备未登记', '该设备未注册，请联系经办机构'])
    expect(failureOf(manifest!, manifest!.functions.NationEcTrans!, '9999', text)).toMatchObject({
      ...{ code: 'DEVICE_UNREGISTERED', retryable: false },
    })
})
