import { centreOf } from './centre.ts'
import { playHistory } from './demo/history.ts'

// `npm run demo`: two months of three shops' life on a product that `npm start` has started, so that every page has
// something to look at. Nothing is written past the product: what is there has been sold, settled and compared.

const local = (port: string) => `http://127.0.0.1:${port}`
const serverUrl = local(process.env.PORT ?? '47600')
const centreUrl = local(process.env.CENTRE_PORT ?? '47620')

const isReady = async (url: string) => (await fetch(`${url}/health`).catch(() => undefined))?.status === 200

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

if (!(await isReady(serverUrl)) || !(await isReady(centreUrl)))
  fail('医保云和医保中心模拟器没有在运行，请先在另一个窗口执行 npm start')

const centre = centreOf(centreUrl)
/** The centre lives today again, however this ends. */
const today = () => centre.at(new Date()).catch(() => fail('模拟器的时钟没有拨回今天，请重新启动 npm start'))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void today().then(() => process.exit(1)))

/** Every how many days the shops are open. */
const step = Math.max(1, Math.trunc(Number(process.argv[2]) || 4))
const begin = Date.now()
console.log('正在演示上个月和这个月的经营，约一两分钟…')
try {
  await playHistory({ serverUrl, centre, say: (text) => console.log(`  ${text}`), step })
} catch (fault) {
  await today()
  fail(`演示没有做完：${(fault as Error).message}`)
}
console.log(
  `完成（${((Date.now() - begin) / 1000).toFixed(0)} 秒）。打开 ${serverUrl}，首页、对账、清算、目录、报表都有了数据`,
)
