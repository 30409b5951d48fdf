// The roles of this room as a program of their own, for tests: what the agent's main does with `host` and `desk`.
const value = (name: string) => process.argv[process.argv.indexOf(name) + 1] ?? ''

if (process.argv[2] === 'host') {
  const { runHost } = await import('../src/dll/host-main.ts')
  await runHost({ pipe: value('--connect'), driverDir: value('--driver') })
}
if (process.argv[2] === 'desk') {
  const { runDesk } = await import('../src/desk/main.ts')
  const [dataDir, driversDir] = [value('--data'), value('--drivers')]
  await runDesk({ pipe: value('--connect'), dataDir, driversDir, simulate: true })
}
