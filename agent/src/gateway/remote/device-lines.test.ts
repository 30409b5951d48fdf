import { expect, test } from 'vitest'
import type { Gateway } from '../context.ts'
import { FakeDesk } from '../test/fake-desk.ts'
import { deviceLines } from './device-lines.ts'
import { selfTestText } from './self-test.ts'

const linesOf = async (desk: FakeDesk, given: string[] = []) => {
  const policy = { drivers: given.map((id) => ({ id, version: '1.0.0', files: [] })) }
  const gateway = { desk, policy: () => ({ pairing: 'enrolled', policy }) } as unknown as Gateway
  return selfTestText(await deviceLines(gateway)).split('\n')
}
const driver = (id: string, state: string, problem?: string) => ({
  ...{ id, name: `读卡器${id}`, version: '1.2.0', state, functions: [], problem },
})

test('an interface that waits for its vendor’s file is no fault; a package without it is', async () => {
  const desk = new FakeDesk()
  desk.answers['drivers.list'] = [
    driver('a', 'ready'),
    driver('b', 'missing', '没有适用于本系统的文件'),
    driver('c', 'missing', '缺少文件 C.dll'),
    driver('d', 'open', '调用 Read 时驱动异常退出'),
  ]
  desk.answers['print.printers'] = []
  expect(await linesOf(desk, ['c'])).toEqual([
    '✓ 驱动 读卡器a（a 1.2.0）：就绪',
    '· 驱动 读卡器b（b 1.2.0）：没有厂商文件',
    '✕ 驱动 读卡器c（c 1.2.0）：没有厂商文件（缺少文件 C.dll）',
    '✕ 驱动 读卡器d（d 1.2.0）：连续出错，暂停一分钟（调用 Read 时驱动异常退出）',
  ])
})

test('a printer says what keeps it in words; one that cannot tell is no fault', async () => {
  const desk = new FakeDesk()
  desk.answers['drivers.list'] = []
  desk.answers['print.printers'] = [
    { name: '小票', state: 'stopped', problem: 'PRINTER_PAPER' },
    { name: '针打', state: 'unknown' },
  ]
  const [paper, silent] = await linesOf(desk)
  expect(paper).toMatch(/^✕ 打印机 小票：.*纸/)
  expect(paper).not.toContain('PRINTER')
  expect(silent).toBe('✓ 打印机 针打：状态未知')
})

test('a list that cannot be had is said', async () => {
  const desk = new FakeDesk()
  desk.refuse('drivers.list', 'DRIVER_TIMEOUT')
  expect((await linesOf(desk))[0]).toBe('✕ 驱动：没有读到列表')
})
