import { post } from '../call.ts'
import { code, dict, group, list, note, optional } from '../field.ts'

/** What the audit's library tells the counter before a pre-settlement (ux 1.2). */
export const auditCounter = {
  /** The drugs that the chosen disease covers: what is outside is bought as an ordinary purchase. */
  coverage: post('/api/Audit/Coverage', {
    menu: 'SwipingCard',
    // A disease stands in no address.
    ...{ reads: true, scope: 'store' },
    title: '病种用药范围',
    input: {
      diseaseCode: code('病种编码', { max: 30 }),
      diseaseName: optional(note('病种名称', { max: 100 })),
      insutype: dict('险种', 'insutype'),
      medicalType: dict('医疗类别', 'med_type'),
    },
    result: group('病种用药范围', {
      /** National codes or their beginnings; absent where nobody keeps a list: everything is covered. */
      drugs: optional(list(code('药品', { max: 30 }), '可用药品')),
    }),
  }),
}
