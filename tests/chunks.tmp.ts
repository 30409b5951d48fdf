import { readFileSync, readdirSync } from 'node:fs'
import { openConsole } from '../console/test/browser.ts'
const app = await openConsole()
const tree = () => { // ticks of all processes below this one
  const by = new Map<number, number[]>(); const t = new Map<number, number>()
  for (const d of readdirSync('/proc')) { if (!/^\d+$/.test(d)) continue
    try { const f = readFileSync(`/proc/${d}/stat`,'utf8').split(') ')[1]!.split(' '); const pp=Number(f[1]); by.set(pp,[...(by.get(pp)??[]),Number(d)]); t.set(Number(d),Number(f[11])+Number(f[12])+Number(f[13])+Number(f[14])) } catch {} }
  let sum=0; const go=(p:number)=>{sum+=t.get(p)??0; for(const c of by.get(p)??[]) go(c)}; go(process.pid); return sum*10 }
for (const [path,user,rounds] of [['/dashboard','clerk',6],['/reconciliation/order-management','area',12],['/medical-insurance-settlement/swiping-card','clerk',6]] as const) {
  let files = 0
  const from = tree()
  for (let i=0;i<rounds;i++) {
  const page = await app.newPage()
  page.on('request', (r) => { if (r.url().endsWith('.js')) files++ })
  await app.enter(page, path, user)
  await page.waitForTimeout(7000)
  await page.context().close() }
  console.log(path, files/rounds, 'files', Math.round((tree()-from)/rounds), 'ms CPU per window')
}
await app.close()
process.exit(0)
