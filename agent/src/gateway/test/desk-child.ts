import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { encodeFrame, frameReader } from '../desk-frames.ts'

// A desk of its own process for tests of the gateway's side: answers `echo`, dies on `die`, never answers `hang`.

const secret = process.env.YIBAO_PIPE_SECRET ?? ''
const path = process.argv[process.argv.indexOf('--connect') + 1]!
const wrong = process.argv.includes('--wrong')
const proofOf = (side: string, nonce: unknown) =>
  createHmac('sha256', wrong ? 'x' : secret)
    .update(`${side}:${String(nonce)}`)
    .digest('base64')

const socket = connect(path)
const say = (message: unknown) => socket.write(encodeFrame(message))
let trusted = false
const read = frameReader((message) => {
  if (!trusted) {
    if (message.nonce !== undefined) return void say({ proof: proofOf('child', message.nonce), nonce: 'n' })
    if (message.proof !== proofOf('parent', 'n')) process.exit(3)
    trusted = true
    say({ event: 'card.inserted', data: { pid: process.pid } })
    return
  }
  const { id, verb, args, deadlineMs, caller } = message
  if (verb === 'die') process.kill(process.pid, 'SIGKILL')
  if (verb === 'refuse')
    say({ id, ok: false, code: 'PIN_WRONG', detail: { left: 2, text: { deep: 1 } }, retryable: true })
  if (verb === 'odd') say({ id, ok: false, code: 'NO_SUCH_CODE' })
  if (verb === 'ask') {
    say({ id: 900, verb: 'hsm.exchange', args: {}, deadlineMs: 1000 })
    say({ id, ok: true, result: 'asked' })
  }
  if (verb === undefined && id === 900) say({ event: 'driver.state', data: message })
  if (verb === 'env') say({ id, ok: true, result: { code: process.env.ENROL_CODE ?? null } })
  if (verb === 'echo') say({ id, ok: true, result: { args, deadlineMs, caller } })
})
socket.on('data', (chunk: Buffer) => read(chunk))
socket.on('close', () => process.exit(0))
