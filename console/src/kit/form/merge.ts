import { CallError, sentenceOf } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { dictNames } from '../dict.ts'
import { formatField, metaAt, type Shape } from '../fields.ts'

type Values = Record<string, unknown>

const plain = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value)
const same = (a: unknown, b: unknown) => plain(a) === plain(b)

interface Versions {
  /** What the form held when it was opened. */
  opened: Values
  mine: Values
  /** What was stored when the person last heard of it. */
  seen: Values
  /** What is stored now. */
  now: Values
}

/**
 * What two people made of one record: fields that I left alone are those of now, mine are mine. `contested`: fields that
 * both changed, to different values.
 */
export const merge = ({ opened, mine, seen, now }: Versions): { values: Values; contested: string[] } => {
  const touched = Object.keys(mine).filter((key) => !same(mine[key], opened[key]))
  const values = { ...mine, ...now, ...Object.fromEntries(touched.map((key) => [key, mine[key]])) }
  return {
    values,
    contested: touched.filter((key) => !same(now[key], seen[key]) && !same(now[key], mine[key])),
  }
}

interface Edit {
  shape: Shape
  opened: Values
  /** The record as it is stored now; null: not where it was any more; undefined: it never was anywhere. */
  read: () => Promise<Values | null | undefined>
  okText: string
}

/**
 * What an edit form sends: an edit carries the whole record, and a list may be hours old, so without a look at what is
 * stored now it would take back what somebody else changed meanwhile. A field that both changed is refused once, with
 * what it holds now; sent again, it counts. So does a record that has left its list, which a change by somebody else may
 * have led elsewhere; one that cannot be read is not sent at all.
 */
export const mergedEdit = ({ shape, opened, read, okText }: Edit): ((mine: Values) => Promise<Values>) => {
  let seen = opened
  let gone = false
  const words = (key: string, value: unknown) => {
    const meta = metaAt(shape, key)
    if (['id', 'list', 'group', 'data'].includes(meta.kind)) return '刚被别人改过'
    return `刚被别人改为「${formatField(meta, value, dictNames(meta.codeType ?? ''))}」`
  }
  const refuse = (text: string, fields?: Record<string, string>) => {
    ui().error(text)
    return new CallError(text, { fields })
  }
  return async (mine) => {
    const now = await read().catch((error: unknown) => {
      throw refuse(`没有读到这条记录现在的内容，还没有保存：${sentenceOf(error)}。请稍后再按「${okText}」`)
    })
    if (now === null && !gone) {
      gone = true
      throw refuse(
        `这条记录已不在本页，可能移到了别的页，或刚被别人修改、删除，还没有保存。仍要保存请再按「${okText}」`,
      )
    }
    if (!now) return mine
    const { values, contested } = merge({ opened, mine, seen, now })
    seen = now
    if (!contested.length) return values
    const fields = contested.map((key) => [key, `${words(key, now[key])}。以这里的为准请再按「${okText}」`])
    throw refuse('这条记录刚被别人修改，还没有保存。请核对标出的内容', Object.fromEntries(fields))
  }
}
