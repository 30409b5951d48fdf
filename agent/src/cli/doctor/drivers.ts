import { join } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { Finding, Look } from '../../checkup/finding.ts'
import { diagnose } from '../../dll/doctor.ts'
import { type DriverEntry, scanDrivers } from '../../dll/registry.ts'
import { versionFolder } from '../../install/layout.ts'

const about = ({ id, dir, manifest, problem }: DriverEntry): Finding => {
  if (!manifest) return { level: 'bad', text: `驱动 ${id}：驱动说明有误`, cure: `重新下发这个驱动（${problem ?? ''}）` }
  const found = diagnose(manifest, dir)
  const name = `驱动 ${manifest.name}（${id}，${found.bits} 位）`
  if (!found.problem)
    return found.note ? { level: 'note', text: `${name}：${found.note}` } : { level: 'ok', text: name }
  return { level: 'bad', text: `${name}：${found.problem.text}` }
}

/** Drivers that were put on this PC. Those that come with the agent wait for a vendor's file and are no fault without it. */
export const drivers: Look = async ({ root, settings, setup }) => {
  const shipped = join(versionFolder(root, setup.active()), 'drivers')
  const own = join(settings.data, 'agent', 'drivers')
  const packages = join(settings.data, 'agent', 'packages')
  const all = scanDrivers([shipped, own], packages)
  const found = [...all.values()].filter(
    ({ dir, manifest }) =>
      !manifest?.simulator && (dir.startsWith(own) || dir.startsWith(packages) || !manifest || hasFile(manifest, dir)),
  )
  if (found.length) return found.map(about)
  return [{ level: 'note', text: '没有安装厂商驱动，不能读卡', cure: '在医保云的「读卡DLL管理」页面下发驱动' }]
}

const hasFile = (manifest: Manifest, dir: string) => diagnose(manifest, dir).problem?.code !== 'DRIVER_MISSING_FILE'
