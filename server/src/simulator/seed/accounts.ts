/** A gateway account: the demo ones are public on purpose, they open nothing but this simulator. */
export interface Account {
  id: string
  secret: string
  area: string
}

/** Accounts of the x-tif gateway (paasid) and of the CSB gateway (AK and SK). */
export const accounts: Account[] = [
  { id: 'P320500', secret: 'demo-secret-320500', area: '320500' },
  { id: 'P320100', secret: 'demo-secret-320100', area: '320100' },
  { id: 'AK430100', secret: 'demo-secret-430100', area: '430100' },
]

/** The only service version the CSB gateway offers. */
export const apiVersion = '1.0.0'
