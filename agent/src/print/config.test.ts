import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPrinterConfig, savePrinterConfig, unreadableConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-printers-'))
  mkdirSync(join(folder, 'agent'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: unknown) => writeFileSync(join(folder, 'agent', 'printers.json'), JSON.stringify(file))

test('what an earlier version kept is a printer with its own paper', () => {
  write({ default: '办公室', byDocumentType: { slip: '小票打印机' } })
  expect(readPrinterConfig(folder)).toEqual({
    default: '办公室',
    byDocumentType: { slip: { printer: '小票打印机', paper: 'default', mode: 'page' } },
    direct: [],
  })
})

test('a choice is kept beside the printers that are named in the file only', () => {
  write({ direct: [{ name: '吧台', device: '/dev/usb/lp0' }] })
  savePrinterConfig(folder, { byDocumentType: { slip: { printer: '吧台', paper: 'roll58', mode: 'receipt' } } })
  expect(readPrinterConfig(folder)).toEqual({
    byDocumentType: { slip: { printer: '吧台', paper: 'roll58', mode: 'receipt' } },
    direct: [{ name: '吧台', device: '/dev/usb/lp0' }],
  })
})

test('nothing is chosen where nothing is, or nothing that can be read', () => {
  expect(readPrinterConfig(folder)).toEqual({ byDocumentType: {}, direct: [] })
  writeFileSync(join(folder, 'agent', 'printers.json'), '{')
  expect(readPrinterConfig(folder)).toEqual({ byDocumentType: {}, direct: [] })
})

test('what a technician wrote by hand is read with the mark of his editor, and never overwritten for a missing comma', () => {
  const path = join(folder, 'agent', 'printers.json')
  const byHand = '{"direct": [{"name": "吧台", "device": "/dev/usb/lp0"}]}'
  writeFileSync(path, `\uFEFF${byHand}`)
  expect(readPrinterConfig(folder).direct).toEqual([{ name: '吧台', device: '/dev/usb/lp0' }])
  expect(unreadableConfig(folder)).toBeUndefined()
  writeFileSync(path, byHand.replace(': [', ' ['))
  expect(unreadableConfig(folder)).toBe(path)
  savePrinterConfig(folder, { byDocumentType: { slip: { printer: '办公室', paper: 'default', mode: 'page' } } })
  expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('吧台')
  expect(readPrinterConfig(folder).byDocumentType.slip?.printer).toBe('办公室')
  expect(unreadableConfig(folder)).toBeUndefined()
})
