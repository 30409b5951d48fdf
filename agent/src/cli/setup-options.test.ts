import { expect, test } from 'vitest'
import { fromSetupOptions } from './setup-options.ts'

test("setup's options become the command line's, addresses whole", () => {
  const args = ['/SERVER=https://yibao.example.cn:8443', '/enroll=a b=c', '/PORT=47700', '/KEEPDATA=1']
  expect(fromSetupOptions(args)).toEqual([
    ...['--server', 'https://yibao.example.cn:8443', '--enrol', 'a b=c', '--port', '47700', '--keep-data'],
  ])
  expect(fromSetupOptions(['/KEEPDATA=0'])).toEqual([])
})

test('its own pass as they are', () => {
  const args = ['--user', '--root', '/opt/a', '--data', '/var/lib']
  expect(fromSetupOptions(args)).toEqual(args)
})
