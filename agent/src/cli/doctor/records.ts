import { join } from 'node:path'
import type { Look } from '../../checkup/finding.ts'
import { damagedRecords } from '../../gateway/damaged-records.ts'

/** What the agent lost of its own records. */
export const records: Look = async ({ settings }) => {
  const lost = damagedRecords(join(settings.data, 'agent'))
  if (!lost) return []
  return [
    {
      level: 'bad',
      text: lost.text,
      cure: `核对后删除 ${lost.files.join('、')}，不再提示；支持人员可能还要看时先复制一份`,
    },
  ]
}
