import type { ResultOf } from '@yibao/shared/call.ts'
import type { ybOptions } from '@yibao/shared/calls/config.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { Context } from '../../call/context.ts'
import { defaultSettings, platformDefaults } from '../organisation/settings.ts'
import { centreDefaults } from '../plugin/centre.ts'
import { type Level, optionsAt } from './layout.ts'
import { mayChange, ownOf, type Place, systemPlace } from './place.ts'
import { isSecret, toWire } from './stored.ts'

type State = ResultOf<typeof ybOptions.pullYBConfigOptionsV2>
type Source = 'default' | Level

/** One level's own values, as they are kept. */
interface Layer {
  source: Source
  values: Record<string, unknown>
}

const defaultsOf = ({ deps }: Context, { level, areaCode, name }: Place, own: Layer['values']): Layer => ({
  source: 'default',
  values: {
    ...defaultSettings,
    ...platformDefaults(deps.config),
    ...(level === 'area' && {
      ...centreDefaults(areaCode, deps.config.centreUrl, own, deps.services.vault),
      areaText: name,
    }),
  },
})

/** What holds at a place, weakest first; the place's own values are the last layer. */
export const layersOf = async (c: Context, place: Place): Promise<Layer[]> => {
  const above: Place[] = [systemPlace]
  if (place.level === 'store') above.push({ ...place, level: 'area' })
  const upper = place.level === 'system' ? [] : above
  const layers: Layer[] = []
  for (const one of [...upper, place]) layers.push({ source: one.level, values: (await ownOf(c.db, one)).settings })
  return [defaultsOf(c, place, layers.at(-1)!.values), ...layers]
}

/** The strongest layer that says something about an option. */
const speaking = (layers: readonly Layer[], key: string): Layer =>
  layers.findLast(({ values }) => values[key] !== undefined) ?? layers[0]!

/** Every option of a place: what holds, where it comes from, what would hold without the place's own value. */
export const stateOf = async (c: Context, place: Place): Promise<State> => {
  const { vault } = c.services
  const layers = await layersOf(c, place)
  const { revision, by, at } = await ownOf(c.db, place)
  const options = optionsAt(place.level).map(({ key }) => {
    const here = speaking(layers, key)
    const above = speaking(layers.slice(0, -1), key)
    const common = { key, source: here.source, inheritedFrom: above.source }
    if (isSecret(key)) return { ...common, filled: here.values[key] !== undefined }
    return {
      ...common,
      value: toWire(key, here.values[key], vault),
      inherited: toWire(key, above.values[key], vault),
    }
  })
  return {
    place: place.name,
    revision,
    updatedBy: by,
    updatedAt: at ? formatTime(at) : undefined,
    editable: await mayChange(c, place),
    options,
  }
}
