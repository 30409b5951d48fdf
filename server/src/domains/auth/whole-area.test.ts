import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { dataRoles } from '../../seed/roles.ts'
import { startTestServer } from '../../test/kit.ts'
import { store } from '../organisation/tables.ts'
import { dataRole } from './tables.ts'

const server = opened(startTestServer)

const areaCode = '320500'
/** The administrator of the area, whose data role holds these from now on. */
const holding = async (held: { areas: string[]; stores: string[] }) => {
  await server.deps.db.update(dataRole).set(held).where(eq(dataRole.id, dataRoles.suzhou.id))
  return server.as('area1', { areaCode })
}

test('what all stores of an area share is changed by who has the area, or every store of it, and by nobody with a part', async () => {
  const some = await holding({ areas: [], stores: [seedId(1, 1)] })
  const [item] = (await some.ok(dictionary.paged, { codeType: 'med_type', pageSize: 1 })).items
  const id = item!.id
  const form = { kind: '1301', code: 'LOCAL1', name: '本地药' } as const
  const answers = [
    await some.send(dictionary.stopItem, { id }),
    await some.send(dictionary.deleteItem, { id }),
    await some.send(dictionary.addItem, { codeType: 'local_note', code: '1', name: '一' }),
    await some.send(dictionary.submitDynamicDropdowns, { name: 'mine', title: '我的', items: [] }),
    await some.send(catalogueMenu.addCatalogue, form),
    await some.send(disease.setCommon, { ids: ['1307:A00'], common: true }),
  ]
  expect(answers.map(({ statusCode, error }) => [statusCode, error?.message ?? ''].join(' '))).toEqual(
    answers.map(() => '403 苏州市的字典和目录由区划内全部门店共用，当前账号只管理其中一部分门店，不能修改'),
  )
  expect((await some.ok(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode: areaCode })).editable).toBe(false)
  expect((await some.ok(dictionary.paged, { codeType: 'med_type', pageSize: 1 })).items[0]).toEqual(item)

  // A closed store is nobody's counter.
  const closed = (on: boolean) =>
    server.deps.db
      .update(store)
      .set({ closed: on })
      .where(eq(store.id, seedId(1, 2)))
  await closed(true)
  expect((await some.ok(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode: areaCode })).editable).toBe(true)
  await closed(false)

  const all = await holding({ areas: [], stores: [seedId(1, 1), seedId(1, 2)] })
  await all.ok(dictionary.stopItem, { id })
  await all.ok(catalogueMenu.addCatalogue, form)
  expect((await all.ok(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode: areaCode })).editable).toBe(true)
  await holding({ areas: [], stores: [seedId(1, 1), seedId(1, 2), seedId(1, 3)] })
  const elsewhere = await server.as('area1', { areaCode: '320100' })
  expect((await elsewhere.ok(ybOptions.pullYBConfigOptionsV2, { medicalAreaCode: areaCode })).editable).toBe(true)
  const whole = await holding({ areas: [areaCode], stores: [] })
  await whole.ok(dictionary.enableItem, { id })
})
