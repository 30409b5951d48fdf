import { type Client, startTestServer, type TestServer, type testClock } from '../../../test/kit.ts'
import { type Centre, startCentre } from './centre.ts'
import { tellTime } from './counter.ts'

interface Office {
  centre: Centre
  server: TestServer
  /** The administrator of 320500, and a clerk of one of its stores. */
  area: Client
  clerk: Client
  close: () => Promise<void>
}

/** A server beside a centre of its own that lives in the test's time: what an area asks the centre for; `catalogueRows`: of the centre's. */
export const openOffice = async (clock: ReturnType<typeof testClock>, catalogueRows?: number): Promise<Office> => {
  const centre = await startCentre({ catalogueRows })
  const server = await startTestServer({ clock, config: { centreUrl: centre.url } })
  await tellTime(centre, clock())
  return {
    centre,
    server,
    area: await server.as('area', { areaCode: '320500' }),
    clerk: await server.as('clerk'),
    close: async () => {
      await server.close()
      await centre.close()
    },
  }
}
