import { page, today } from './samples.ts'

// Answers of the pages about plugins.

const row = {
  ...{ id: 'p-1', code: 'suzhou-dialect', name: '苏州药店结算报文', version: '1.1.0', state: 'enabled' },
  ...{ areas: '苏州市', areaCodes: ['320500'], meant: ['320500'], services: 2, size: 3, sha256: 'a'.repeat(64) },
  ...{ former: '1.0.0', current: '1.1.0', problem: '', uploadedBy: 'admin', uploadedAt: `${today} 09:00:00` },
}

const service = {
  ...{ id: 'suzhou-dialect/settle', code: 'settle', name: '药店结算', plugin: 'suzhou-dialect' },
  ...{ pluginName: '苏州药店结算报文', version: '1.1.0', kind: 'mapping', infno: '2102', does: '请求 2 条、答复 2 条' },
  ...{ areas: '苏州市', areaCodes: [], timeout: 0, retries: 0, enabled: true, calls: 12, errors: 1 },
}
const lastError = '第 2 行 druginfo.begntime 的值不是日期时间'

/** Sample answers by domain.name. */
export const pluginAnswers = {
  'plugin.packagePaged': () => page([row]),
  'plugin.packageGet': () => ({
    ...{ ...row, minServer: '0.1.0', signers: 'release、backup', installedAt: `${today} 09:01:00`, changes: '改名' },
    versions: [
      {
        id: 'p-1',
        version: '1.1.0',
        state: 'enabled',
        uploadedAt: `${today} 09:00:00`,
        uploadedBy: 'admin',
        changes: '改名',
      },
    ],
    serviceList: [
      {
        code: 'settle',
        name: '药店结算',
        kind: 'mapping',
        infno: '2102',
        does: '请求 1 条',
        lines: ['请求 druginfo.begntime 改名为 beg_time'],
      },
    ],
    fileList: [{ path: 'rules/purchase.tsv', size: 200, sha256: 'b'.repeat(64) }],
    events: [{ at: `${today} 09:00:00`, move: '上传 1.1.0', by: '王小明' }],
  }),
  'plugin.upload': () => row,
  'plugin.install': () => null,
  'plugin.enable': () => null,
  'plugin.stop': () => null,
  'plugin.rollback': () => null,
  'plugin.uninstall': () => null,
  'plugin.remove': () => null,
  'plugin.assign': () => null,
  'plugin.servicePaged': () => page([service]),
  'plugin.serviceSave': () => null,
  'plugin.serviceEnable': () => null,
  'plugin.serviceStop': () => null,
  'plugin.serviceTest': () => ({ ok: false, text: '{}', faults: [lastError] }),
  'plugin.monitorPaged': () =>
    page([
      {
        ...{
          id: 'n-1/suzhou-dialect',
          node: 'n-1',
          plugin: 'suzhou-dialect',
          name: '苏州药店结算报文',
          version: '1.1.0',
        },
        ...{ state: 'faulty', calls: 12, errors: 1, ms: 420, lastError, lastErrorAt: `${today} 10:00:00` },
        ...{ since: `${today} 09:02:00`, seenAt: `${today} 10:31:00` },
      },
    ]),
  'plugin.monitorCommand': () => null,
  'plugin.monitorLog': () =>
    page([
      {
        ...{
          id: 'l-1',
          at: `${today} 10:00:00`,
          version: '1.1.0',
          service: 'settle',
          areaCode: '320500',
          infno: '2102',
        },
        ...{ node: 'n-1', text: lastError },
      },
    ]),
}
