import type { Look } from '../../checkup/finding.ts'
import { reachServer } from '../../cloud/reach.ts'

/** Tickets live 60 s and may be off by two minutes (agent.md 3.4). ms. */
const mostSkew = 120_000

/** Whether the server answers, and this PC's clock beside its. */
export const server: Look = async ({ settings }) => {
  const { reachable, code, health, ms, skewMs } = await reachServer(settings.server, Date.now)
  if (!reachable)
    return [
      {
        level: 'bad',
        text: `连不上医保云 ${settings.server}${code ? `（${code}）` : ''}`,
        cure: '检查网络、代理和防火墙；地址不对时用 agent install --server 更改；括号里是证书的错误（CERT、SELF_SIGNED、VERIFY 等）时，请管理员检查服务器的证书',
      },
    ]
  if (health === 'notReady')
    return [
      {
        level: 'bad',
        text: `医保云 ${settings.server} 可以连接，但还没有就绪`,
        cure: '服务器正在启动，或它的数据库没有应答：几分钟后再检查，仍不行请联系管理员',
      },
    ]
  const leaving = health === 'leaving' ? '，这个服务器节点正在退出，仍在办理业务' : ''
  const far = skewMs !== undefined && Math.abs(skewMs) > mostSkew
  const minutes = Math.round(Math.abs(skewMs ?? 0) / 60_000)
  return [
    { level: 'ok', text: `医保云 ${settings.server} 应答正常（${ms} ms）${leaving}` },
    far
      ? {
          level: 'bad',
          text: `这台电脑的时间${(skewMs ?? 0) > 0 ? '快' : '慢'}了约 ${minutes} 分钟`,
          cure: '在 Windows 的日期和时间设置里点「立即同步」',
        }
      : { level: 'ok', text: '时间与服务器一致' },
  ]
}
