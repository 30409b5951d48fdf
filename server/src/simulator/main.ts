import { startSimulator } from './start.ts'

const simulator = await startSimulator({
  port: Number(process.env.CENTRE_PORT ?? 47620),
  dataDir: process.env.DATA_DIR ?? 'data',
  catalogueRows: process.env.CENTRE_CATALOGUE_ROWS ? Number(process.env.CENTRE_CATALOGUE_ROWS) : undefined,
})
console.log(`医保中心模拟器 ${simulator.url}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.close())
