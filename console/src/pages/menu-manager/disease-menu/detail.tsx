import { disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { AllFields } from '../../../catalogue/all-fields.tsx'
import { defineDetail } from '../../../kit/index.ts'

/** One disease, whole: where it stands in its classes, and every column of the centre's file. */
export const DiseaseDetail = defineDetail({
  call: disease.get,
  title: ({ code, name }) => `${name} ${code}`,
  tones: { valid: { true: 'good', false: 'harm' }, common: { true: 'action' } },
  groups: [
    { title: '病种', fields: ['kind', 'category', 'parent', 'limitText', 'common'] },
    { title: '版本', fields: ['valid', 'beginDay', 'endDay', 'version', 'areaCode', 'source'] },
  ],
  extra: ({ fields }) => <AllFields fields={fields} />,
})
