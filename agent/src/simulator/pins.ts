import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '../files/disk.ts'
import type { Switches } from './switches.ts'

// PINs of the demo cards live in a file, because a lock must survive the host that counted the wrong tries.

const tries = 6
interface CardPin {
  pin: string
  left: number
}

const fileOf = (dataDir: string) => join(dataDir, 'agent', 'simulator-pins.json')

const readAll = (dataDir: string): Record<string, CardPin> => {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
  } catch {
    return {}
  }
}

const save = (dataDir: string, cardNo: string, card: CardPin) => {
  const path = fileOf(dataDir)
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, JSON.stringify({ ...readAll(dataDir), [cardNo]: card }))
}

/** Return code and text of a PIN entry on the pad, with domain.md 6.1's codes; counts down to the lock. */
export const enterPin = (dataDir: string, cardNo: string, { pin }: Switches, change = false): [number, string] => {
  if (pin.pad === 'cancelled') return [-31, '用户取消密码输入']
  if (pin.pad === 'timeout') return [-32, '密码输入超时']
  const card = readAll(dataDir)[cardNo] ?? { pin: '123456', left: tries }
  if (card.left <= 0) return [-52, 'PIN锁定']
  if (pin.entered !== card.pin) {
    const left = card.left - 1
    save(dataDir, cardNo, { ...card, left })
    return left > 0 ? [-51, `PIN校验失败，还可输入${left}次`] : [-52, 'PIN锁定']
  }
  save(dataDir, cardNo, { pin: change ? pin.next : card.pin, left: tries })
  return [0, '']
}
