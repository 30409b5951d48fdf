import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { candidate } from '@yibao/shared/entities/menu-diff.ts'
import { diffTones } from '../../../catalogue/handled.ts'
import { Drawer, Fields, type RowOf, rowShapeOf, shapeOf } from '../../../kit/index.ts'

type Row = RowOf<typeof menuDiff.paged>
const shape = rowShapeOf(menuDiff.paged.result)
const candidateShape = shapeOf(candidate)

/** An item and the catalogue side by side, with every suggestion. */
export const DiffDetail = ({ row, onClose }: { row: Row; onClose: () => void }) => (
  <Drawer open size={Math.min(640, innerWidth)} title={`${row.ownName} ${row.ownCode}`} onClose={onClose}>
    <h3>本店商品</h3>
    <Fields shape={shape} values={row} fields={['ownName', 'ownSpec', 'ownProducer', 'ownPrice', 'storeName']} />
    <h3>目录</h3>
    <Fields
      shape={shape}
      values={row}
      tones={{ type: diffTones }}
      fields={['type', 'note', 'code', 'name', 'spec', 'producer', 'cap', 'foundAt', 'state', 'handledBy']}
    />
    {row.candidates.map((one, i) => (
      <section key={one.code}>
        <h3>建议 {i + 1}</h3>
        <Fields shape={candidateShape} values={one} fields={['similarity', 'code', 'name', 'spec', 'producer']} />
      </section>
    ))}
  </Drawer>
)
