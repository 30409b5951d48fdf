import { sqlVersion } from '@yibao/shared/calls/sql-version.ts'
import { defineDetail, Events } from '../../../kit/index.ts'
import Script from './script.tsx'
import { tones } from './tones.ts'

/** One migration or script: what it says, and everything that was done with it. */
export const SqlDetail = defineDetail({
  call: sqlVersion.get,
  title: ({ version, name }) => `${version} ${name}`,
  groups: [
    {
      title: '执行',
      fields: ['kind', 'module', 'database', 'state', 'ms', 'rows', 'executor', 'at', 'error'],
    },
    {
      title: '来源',
      fields: ['notes', 'checksum', 'signers', 'uploadedBy', 'uploadedAt', 'barred'],
      shown: ({ kind }) => kind === 'script',
    },
  ],
  tones: { state: tones },
  extra: ({ kind, script, rollback, events }) => (
    <>
      {script && <Script title="执行脚本" text={script} />}
      {rollback && <Script title="回滚脚本" text={rollback} />}
      {kind === 'script' && <Events title="经过" events={events} empty="还没有执行过" />}
    </>
  ),
})
