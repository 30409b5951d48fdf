// One program, three roles: the packaged executable starts itself in each of them (DESIGN 8).

import { CannotStart } from './cannot-start.ts'

/** A role's module exports `main`; only the role's own code is loaded, so the gateway never sees a vendor's library. */
const roles: Record<string, () => Promise<{ main: () => Promise<void> }>> = {
  gateway: () => import('./gateway/main.ts'),
  desk: () => import('./desk/role.ts'),
  host: () => import('./dll/role.ts'),
}

const role = process.argv[2] ?? 'gateway'
const load = Object.hasOwn(roles, role) ? roles[role] : undefined
if (!load) {
  process.stderr.write(`未知的角色: ${role}（可用: ${Object.keys(roles).join('、')}）\n`)
  process.exit(2)
}
try {
  const { main } = await load()
  await main()
} catch (fault) {
  if (!(fault instanceof CannotStart)) throw fault
  process.stderr.write(`${fault.message}\n`)
  process.exit(1)
}
