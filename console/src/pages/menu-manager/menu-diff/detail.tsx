import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { candidate } from '@yibao/shared/entities/menu-diff.ts'
import { diffTones } from '../../../catalogue/handled.ts'
import { Fields, Group, RecordDrawer, type RowOf, rowShapeOf, shapeOf } from '../../../kit/index.ts'

type Row = RowOf<typeof menuDiff.paged>
const shape = rowShapeOf(menuDiff.paged.result)
const candidateShape = shapeOf(candidate)

/** An item and the catalogue side by side, with every suggestion. */
export const DiffDetail = ({ row, onClose }: { row: Row; onClose: () => void }) => (
  <RecordDrawer title={`${row.ownName} ${row.ownCode}`} onClose={onClose}>
    <Group title="本店商品">
      <Fields shape={shape} values={row} fields={['ownName', 'ownSpec', 'ownProducer', 'ownPrice', 'storeName']} />
    </Group>
    <Group title="目录">
      <Fields
        shape={shape}
        values={row}
        tones={{ type: diffTones }}
        fields={['type', 'note', 'code', 'name', 'spec', 'producer', 'cap', 'foundAt', 'state', 'handledBy']}
      />
    </Group>
    {row.candidates.map((one, i) => (
      <Group key={one.code} title={`建议 ${i + 1}`}>
        <Fields shape={candidateShape} values={one} fields={['similarity', 'code', 'name', 'spec', 'producer']} />
      </Group>
    ))}
  </RecordDrawer>
)
