import { catalogueMenu } from '@yibao/shared/calls/catalogue.ts'
import { AllFields } from '../../../catalogue/all-fields.tsx'
import { defineDetail, Fields, shapeOf } from '../../../kit/index.ts'

const shapes = {
  caps: shapeOf(catalogueMenu.getLimitPriceDictionaryInfo.result._zod.def.element),
  shares: shapeOf(catalogueMenu.getSelfPayDictionaryInfo.result._zod.def.element),
}

/** One entry, whole: its caps and shares, and every column of the centre's file. */
export const EntryDetail = defineDetail({
  call: catalogueMenu.getItemDirectoryById,
  title: ({ code, name }) => `${name} ${code}`,
  tones: { valid: { true: 'good', false: 'harm' }, level: {} },
  groups: [
    {
      title: '目录',
      fields: ['kind', 'listType', 'level', 'brand', 'dosageForm', 'spec', 'pack', 'unit', 'producer', 'aprvno', 'otc'],
    },
    {
      title: '医保',
      fields: [
        'valid',
        'selfPayRatio',
        'priceCap',
        'limited',
        'limitText',
        'negotiated',
        'beginDay',
        'endDay',
        'version',
      ],
    },
    { title: '对照', fields: ['mapped', 'source'] },
  ],
  extra: ({ caps, shares, fields }) => (
    <>
      {caps.map((cap) => (
        <section key={`${cap.type}${cap.beginDay}`}>
          <h3>限价 {cap.cap}</h3>
          <Fields
            shape={shapes.caps}
            values={cap}
            fields={['type', 'disposal', 'areaCode', 'beginDay', 'endDay', 'valid']}
          />
        </section>
      ))}
      {shares.map((share) => (
        <section key={`${share.personType}${share.type}${share.beginDay}`}>
          <h3>先自付 {share.share}</h3>
          <Fields
            shape={shapes.shares}
            values={share}
            fields={['personType', 'type', 'areaCode', 'beginDay', 'endDay', 'valid']}
          />
        </section>
      ))}
      <AllFields fields={fields} />
    </>
  ),
})
