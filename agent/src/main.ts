// One program, three roles: the packaged executable starts itself in each of them (DESIGN 8).

/** A role's module exports `main`; only the role's own code is loaded, so the gateway never sees a vendor's library. */
const modules: Record<string, string> = {
  gateway: './gateway/main.ts',
  desk: './desk/main.ts',
  host: './dll/host-main.ts',
}

const role = process.argv[2] ?? 'gateway'
const path = modules[role]
if (!path) {
  process.stderr.write(`未知的角色: ${role}（可用: ${Object.keys(modules).join('、')}）\n`)
  process.exit(2)
}
const { main }: { main: () => Promise<void> } = await import(new URL(path, import.meta.url).href)
await main()
