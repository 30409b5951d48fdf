import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { AllFields } from '../../../catalogue/all-fields.tsx'
import { defineDetail, Fields, Group, metaAt, shapeOf, Value } from '../../../kit/index.ts'

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
        <Group
          key={`${cap.type}${cap.beginDay}`}
          title={
            <>
              限价 <Value meta={metaAt(shapes.caps, 'cap')} value={cap.cap} />
            </>
          }
        >
          <Fields
            shape={shapes.caps}
            values={cap}
            fields={['type', 'disposal', 'areaCode', 'beginDay', 'endDay', 'valid']}
          />
        </Group>
      ))}
      {shares.map((share) => (
        <Group
          key={`${share.personType}${share.type}${share.beginDay}`}
          title={
            <>
              先自付 <Value meta={metaAt(shapes.shares, 'share')} value={share.share} />
            </>
          }
        >
          <Fields
            shape={shapes.shares}
            values={share}
            fields={['personType', 'type', 'areaCode', 'beginDay', 'endDay', 'valid']}
          />
        </Group>
      ))}
      <AllFields fields={fields} />
    </>
  ),
})
