import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sessionIsActive, sessionOfPeer, sessionOfProcess } from '../src/os/windows-sessions.ts'

/**
 * What Windows says of a connection of this very process: its other end's session, ours, that of a port nobody has and of
 * a process that is none, and whether ours is in front.
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
    active: [sessionIsActive(), sessionIsActive(sessionOfProcess(process.pid))],
    peer: sessionOfPeer(socket.remotePort, port),
    nobody: sessionOfPeer(1, port),
  }
  client.destroy()
  socket.destroy()
  server.close()
  return found
}
export type Sessions = Awaited<ReturnType<typeof lookAtOwnConnection>>
