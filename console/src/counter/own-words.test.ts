import { errors } from '@yibao/shared/errors.ts'
import { describe, expect, test } from 'vitest'
import { messages } from './messages.ts'
import { aloneWords, fingerWords, readerlessWords } from './own-words.ts'

describe('what R6 says to a finger names what can be touched', () => {
  test.each([
    ['按 F8 重新预结算', '点「预结算」'],
    ['按 F8 核对两边金额后确认撤销', '点「预结算」核对两边金额后确认撤销'],
    ['按 F9 结算第一笔', '点「结算」第一笔'],
    ['请扫描医保电子凭证，或按 F2 读卡', '请扫描医保电子凭证，或点读卡按钮'],
    ['请把芯片朝上插到底，再按 F2', '请把芯片朝上插到底，再点读卡按钮'],
    ['请按 F2 重新读卡并预结算', '请点读卡按钮重新读卡并预结算'],
    ['按 F6 选择处方，或移出该药', '点「处方」选择处方，或移出该药'],
    ['请按 Alt+1 电子凭证，或 Alt+3 身份证', '请点「电子凭证」，或「身份证」'],
    ['按 Alt+1 改用电子凭证；解锁请到网点', '点「电子凭证」；解锁请到网点'],
    ['可按 F4 挂单接待下一位', '可点「挂单」接待下一位'],
    ['按 F4 取回', '点「取单」取回'],
    ['F4 挂单后接待', '挂单后接待'],
    ['按 F10 重打', '点「打印」重打'],
    ['请等待，或按 Esc 取消', '请等待'],
    ['用读卡设备扫码（Enter）', '用读卡设备扫码'],
    ['返回修改（Esc）', '返回修改'],
    ['请重新按 F6', '请重新点「处方」'],
    ['在药品行按 Enter 移除后换一盒', '长按药品行移除后换一盒'],
  ])('%s', (said, read) => expect(fingerWords(said)).toBe(read))

  const refusals = Object.entries(errors).map(([key, row]) => [key, 'tips' in row ? row.tips : ''] as const)
  test.each([...Object.entries(messages), ...refusals])('%s names no key', (key, text) => {
    // A number pad is what this one is about.
    if (key !== 'key.numLock') expect(fingerWords(text)).not.toMatch(/F\d|Alt|Esc|Enter|Ctrl/)
  })
})

test('without an agent no button reads: the first words name none', () => {
  expect(readerlessWords(fingerWords('请扫描医保电子凭证，或按 F2 读卡'))).toBe('请扫描医保电子凭证')
  expect(readerlessWords(fingerWords('请先读取，再按 F2'))).toBe('请先读取，再点读卡按钮')
})

test('where no ERP drives the counter, a person without insurance is not sent to one', () => {
  expect(aloneWords('核对证件后重读，或在 ERP 按自费收款')).toBe('核对证件后重读，或按自费收款')
  expect(aloneWords('按 F8 试算；未通过时在 ERP 按自费收款')).toBe('按 F8 试算；未通过时按自费收款')
})
