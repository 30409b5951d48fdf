import type { InputOf } from '@yibao/shared/call.ts'
import type { client as calls } from '@yibao/shared/calls/client.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { version } from '../../process/version.ts'
import { duringLogin } from '../auth/admitted.ts'
import { requireCompany } from '../auth/company-key.ts'
import { identify } from '../auth/identify.ts'
import { mustChangeOf } from '../auth/new-password.ts'
import { counterKeysOf } from '../organisation/counter-keys.ts'
import { platformOf, settingsOf } from '../organisation/settings.ts'
import { client, store } from '../organisation/tables.ts'
import { acceptedHandlers } from './accepted.ts'
import { enrolMinutes, newEnrolCode } from './enrolment.ts'

const storesOf = ({ db }: Context, companyId: string) =>
  db
    .select({ storeId: store.id, name: store.name, fixmedinsCode: store.fixmedinsCode, areaCode: store.areaCode })
    .from(store)
    .where(and(eq(store.companyId, companyId), eq(store.closed, false)))
    .orderBy(asc(store.fixmedinsCode))

/** The store's own operator, whose session silent logins of this PC will open. */
const operatorOf = async (c: Context, { userName, passWord, storeId }: InputOf<typeof calls.register>) => {
  const person = await duringLogin(c, async () => {
    const [password] = await c.services.passwords.open([passWord], userName)
    return identify(c, userName, password!)
  })
  if (person.storeId !== storeId) return refuse('client.operator', { userName })
  if (mustChangeOf(person, (await platformOf(c.deps)).passwordDays, c.now)) return refuse('client.password')
  return person
}

export const clientHandlers: Handlers<typeof calls> = {
  ...acceptedHandlers,
  server: (_, { now }) => ({ time: formatTime(now), version }),
  stores: async (input, c) => {
    await requireCompany(c, input, 'client')
    return (await storesOf(c, input.companyId)).map((one) => omit(one, 'areaCode'))
  },
  register: async (input, c) => {
    await requireCompany(c, input, 'client')
    const { companyId, storeId, clientNo, pcName, replace } = input
    const shop = (await storesOf(c, companyId)).find((one) => one.storeId === storeId)
    if (!shop) return refuse('not.found', { what: '这家门店' })
    c.on(`${shop.name} ${pcName}`, storeId)
    const person = await operatorOf(c, input)
    const [known] = await c.db
      .select({ storeId: client.storeId, name: client.name, closed: store.closed })
      .from(client)
      .leftJoin(store, eq(store.id, client.storeId))
      .where(and(eq(client.companyId, companyId), eq(client.clientNo, clientNo)))
    // Its silent logins would open this store's session at another one's counter, and nobody there has said so.
    if (known && known.storeId !== storeId && known.closed === false) return refuse('client.elsewhere', { clientNo })
    // The same PC of the same store comes again after a reinstallation: nothing to ask.
    if (known && !replace && !(known.storeId === storeId && known.name === pcName))
      return refuse('client.taken', { clientNo, pcName: known.name || clientNo })
    const row = { storeId, userId: person.id, name: pcName }
    const [kept] = await c.db
      .insert(client)
      .values({ id: newId(c.now), companyId, clientNo, ...row })
      .onConflictDoUpdate({
        ...{ target: [client.companyId, client.clientNo], set: row },
        setWhere: eq(client.storeId, known?.storeId ?? storeId),
      })
      .returning({ id: client.id })
    // Another store was quicker.
    if (!kept) return refuse('client.elsewhere', { clientNo })
    const enrolCode = await newEnrolCode(c.deps, [storeId])
    const settings = await settingsOf(c.db, shop.areaCode, storeId)
    return {
      ...{ enrolCode, storeName: shop.name, fixmedinsCode: shop.fixmedinsCode, minutes: enrolMinutes },
      counterKeys: counterKeysOf(settings),
    }
  },
}
