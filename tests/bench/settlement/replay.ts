import { CentreClient } from '@yibao/server/centre/client.ts'
import { profileOf } from '@yibao/server/centre/profiles.ts'
import { keyFile, Vault } from '@yibao/server/secrets/secret.ts'
import pg from 'pg'

/** Reads the exact bytes of sent settlements (2102, 2207) out of the server's book and plays them to a simulator. */
export const openReplay = (databaseUrl: string, serverFolder: string, simulator: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const key = keyFile(serverFolder, 'data.key', () => {
    throw new Error('the server has no key yet')
  })
  const vault = new Vault(key)
  const centre = new CentreClient(profileOf('320500', simulator))
  return {
    bodiesOf: async (orderIds: string[]): Promise<string[]> => {
      const sql = `select payload from settlement_intent where infno in ('2102', '2207') and order_id = any($1)`
      const { rows } = await pool.query<{ payload: string }>(sql, [orderIds])
      return rows.map(({ payload }) => vault.open(payload))
    },
    /** ms until the simulator has answered that it is booked. */
    play: async (body: string): Promise<number> => {
      const { infno } = JSON.parse(body) as { infno: string }
      const begin = performance.now()
      const outcome = await centre.send(body, infno, { timeoutMs: 30_000 })
      const ms = performance.now() - begin
      if (outcome.kind !== 'booked') throw new Error(`not booked: ${JSON.stringify(outcome).slice(0, 500)}`)
      return ms
    },
    stop: async () => {
      centre.close()
      await pool.end()
    },
  }
}
