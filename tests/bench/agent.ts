import { koffiAlone, startBare, startChains } from './agent/beside.ts'
import { openBrowser } from './agent/browser.ts'
import { expected } from './agent/driver.ts'
import { startAgent } from './agent/start.ts'
import { closePosts } from './kit/post.ts'
import type { Bench, Row } from './kit/row.ts'
import { interleave, median, percentile } from './kit/stats.ts'

/** A session may make 60 requests a minute, so each round is a session of its own. */
const rounds = 40
const callsPerRound = 50
const warmUp = 4

const check = (text: string) => {
  if (!text.includes(expected)) throw new Error(`unexpected answer: ${text}`)
}

const repeat = async (times: number, work: () => Promise<number>) => {
  const results: number[] = []
  for (let i = 0; i < times; i++) results.push(await work())
  return results
}

/**
 * A DLL call through HTTP, gateway, desk, host and koffi, beside what its pieces cost alone: a POST to a bare fastify and
 * a round trip to a process of child_process.fork. Beside it also stands its own chain of three processes with nothing in
 * it but one signature: no agent of these parts is below that, and shorter chains tell what each part of it costs. Every
 * proof is verified inside the stopwatch and signed before it starts, for signing is the browser's work. `read` asks for
 * no action ticket: none is spent here.
 */
export const run: Bench = async (say) => {
  say('编译动态库，启动本机助手（网关、桌面、驱动进程）并登记')
  const agent = await startAgent()
  const bare = await startBare()
  const chains = await startChains()
  try {
    const browser = openBrowser(agent)
    const native = koffiAlone(agent.library)
    const contestants = {
      ours: () => browser.call(callsPerRound, check),
      post: () => repeat(callsPerRound, bare.post),
      roundTrip: () => repeat(callsPerRound, bare.roundTrip),
      http: () => repeat(callsPerRound, chains.http),
      proof: () => repeat(callsPerRound, chains.proof),
      desk: () => repeat(callsPerRound, chains.desk),
      emptyChain: () => repeat(callsPerRound, chains.host),
      koffi: () => repeat(callsPerRound, native),
    }
    await interleave(warmUp, contestants)
    say(`${rounds} 轮，每轮新会话 ${callsPerRound} 次调用，与裸 fastify、裸进程消息、裸 koffi 交替`)
    const measured = await interleave(rounds, contestants)
    const p50 = (samples: number[][]) => median(samples.flat())
    const [post, roundTrip, koffi] = [p50(measured.post), p50(measured.roundTrip), p50(measured.koffi)]
    say(`裸 POST ${post.toFixed(3)} ms，裸进程往返 ${roundTrip.toFixed(3)} ms，koffi ${koffi.toFixed(4)} ms`)
    const [http, proof, desk, host] = [
      p50(measured.http),
      p50(measured.proof),
      p50(measured.desk),
      p50(measured.emptyChain),
    ]
    const part = (name: string, value: number): Row => ({
      ...{ name: `DLL call p50, of it ${name}`, unit: 'ms', ours: value, compare: 'value' },
    })
    const ours = { name: 'DLL call p50', unit: 'ms', ours: p50(measured.ours), compare: 'ratio' } as const
    return [
      { ...ours, beside: { name: 'bare POST + fork IPC', value: post + roundTrip }, limit: { atMost: 2.5 } },
      { ...ours, beside: { name: 'the same chain, empty', value: host } },
      { ...ours, beside: { name: 'koffi alone', value: koffi } },
      part('HTTP', http),
      part('one proof', proof - http),
      part('the way to the desk', desk - proof),
      part('the way on to the host', host - desk),
      part('our own work', ours.ours - host),
      {
        ...{ name: 'DLL call p99', unit: 'ms', ours: percentile(measured.ours.flat(), 0.99), compare: 'ratio' },
        beside: { name: 'the same chain, empty', value: percentile(measured.emptyChain.flat(), 0.99) },
      },
    ]
  } finally {
    bare.stop()
    chains.stop()
    closePosts()
    await agent.stop()
  }
}
