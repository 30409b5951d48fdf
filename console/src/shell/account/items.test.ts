import { initialsOf } from '@yibao/shared/initials.ts'
import { expect, test } from 'vitest'
import { keepBackup } from '../../state/backup.ts'
import { writeText } from '../../state/storage.ts'
import { accountItems, shellActions } from './items.ts'

const keys = (isAdminUser: boolean) => accountItems({ isAdminUser }).map(({ key }) => key)

test('the lock is offered to whoever has a session with a password', () => {
  writeText('token', '')
  expect(keys(false)).not.toContain('lock')
  writeText('token', 't')
  expect(keys(false)).toContain('lock')
})

test('areas are for administrators, the way back for whoever left a backup record', () => {
  expect(keys(false)).toEqual(['profile', 'password', 'layout', 'keys', 'about', 'lock', 'logout'])
  expect(keys(true)).toContain('area')
  keepBackup('admin')
  expect(keys(false)).toContain('back')
})

test('the initials are those of the label', () => {
  keepBackup('admin')
  writeText('token', 't')
  for (const { label, initials } of [...accountItems({ isAdminUser: true }), ...shellActions])
    expect([label, initials]).toEqual([label, initialsOf(label).toLowerCase()])
})
