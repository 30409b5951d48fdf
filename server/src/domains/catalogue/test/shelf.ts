import { type Client, startTestServer, type TestServer, type TestServerOptions } from '../../../test/kit.ts'
import { type Ended, untilEnded } from '../../../test/until-ended.ts'
import { type Centre, startCentre } from '../../settlement/test/centre.ts'
import { tellTime } from '../../settlement/test/counter.ts'

/** A server beside a centre with a small national catalogue. */
export interface Shelf {
  server: TestServer
  centre: Centre
  /** Administrator in 320500. */
  area: Client
  clerk: Client
  /** Waits until a progress has ended and gives it. */
  ended: (progressId: string, client?: Client) => Promise<Ended>
  close: () => Promise<void>
}

export const openShelf = async (rows: number, options: TestServerOptions = {}): Promise<Shelf> => {
  const centre = await startCentre({ catalogueRows: rows })
  const server = await startTestServer({ ...options, config: { centreUrl: centre.url, ...options.config } })
  if (options.clock) await tellTime(centre, options.clock())
  const area = await server.as('area', { areaCode: '320500' })
  return {
    ...{ server, centre, area, clerk: await server.as('clerk') },
    ended: (progressId, client = area) => untilEnded(client, progressId),
    close: async () => {
      await server.close()
      await centre.close()
    },
  }
}
