import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { connectToParent, listenForDesk } from '../src/ipc/pipe.ts'
import { isService } from '../src/os/windows-desk.ts'
import { sessionIsActive, sessionOfPeer, sessionOfProcess, someoneIsInFront } from '../src/os/windows-sessions.ts'

/** Whether a desk comes in by a port, with what Windows says of either end. */
const knock = async () => {
  const listener = await listenForDesk({ maxBytes: 4096 }, ({ remotePort = 0, localPort = 0 }) =>
    [undefined, sessionOfProcess(process.pid)].includes(sessionOfPeer(remotePort, localPort)),
  )
  const handle = async () => 'here'
  await connectToParent(listener.path, listener.secret, { maxBytes: 4096, handle }, isService)
  const peer = await listener.peer
  const said = await peer.request('desk.hello', {})
  peer.close()
  return said
}

/**
 * What Windows says of a connection of this very process: its other end's session, ours, that of a port nobody has and of
 * a process that is none, whether ours is in front, whether somebody is logged on, and what a desk that came in answers.
 */
export const lookAtOwnConnection = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const [socket] = await once(server, 'connection')
  const found = {
    own: sessionOfProcess(process.pid),
    gone: sessionOfProcess(1),
    desk: await knock(),
    active: [sessionIsActive(), sessionIsActive(sessionOfProcess(process.pid))],
    peer: sessionOfPeer(socket.remotePort, port),
    nobody: sessionOfPeer(1, port),
    someone: someoneIsInFront(),
  }
  client.destroy()
  socket.destroy()
  server.close()
  return found
}
export type Sessions = Awaited<ReturnType<typeof lookAtOwnConnection>>
