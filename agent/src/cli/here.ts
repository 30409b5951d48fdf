import { CannotStart } from '../cannot-start.ts'
import { type Found, findInstallation, setupFor } from '../install/open.ts'
import type { Setup } from '../install/platform.ts'
import { say } from './say.ts'

/** The installation of this machine; throws CannotStart when there is none. */
export const installed = async (): Promise<Found & { setup: Setup }> => {
  const found = findInstallation()
  if (!found) throw new CannotStart('没有安装本机助手，请运行安装程序或 agent install')
  return { ...found, setup: await setupFor(found.root, found.settings, say) }
}
