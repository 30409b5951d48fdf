import { buildApp } from '../app.ts'
import type { Deps } from '../call/context.ts'
import { makeDeps } from '../deps.ts'
import { allHandlers } from '../domains/handlers.ts'
import { type Client, clientOf, type TestServer } from './kit.ts'

interface OtherNode {
  deps: Deps
  /** A browser of the first node's, come to this one. */
  here: (client: Client) => Client
  close: () => Promise<void>
}

/** A second node over a test server's database, whose own clock is so many ms before the first one's. */
export const otherNode = async ({ deps: first }: Pick<TestServer, 'deps'>, ms: number): Promise<OtherNode> => {
  const { config, db, clock, moved } = first
  const ahead = () => new Date(clock().getTime() + ms)
  const deps = { ...makeDeps({ ...config, node: 'other' }, db, { clock: ahead, shared: async () => clock() }), moved }
  const app = await buildApp(deps, allHandlers)
  await app.ready()
  await deps.services.leaps.look()
  return {
    deps,
    here: ({ token }) => clientOf(app, token, deps),
    close: async () => {
      await app.close()
      await deps.services.works.stop()
      deps.services.centre.close()
    },
  }
}
