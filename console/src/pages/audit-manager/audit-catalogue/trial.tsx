import { audit } from '@yibao/shared/calls/audit.ts'
import { ruleKinds, sampleLine } from '@yibao/shared/entities/audit.ts'
import { auditLevels } from '@yibao/shared/entities/audit-hit.ts'
import { AskDrawer } from '../../../hints/ask-drawer.tsx'
import styles from '../../../hints/hints.module.css'
import { EditRows, type InputProps } from '../../../kit/index.ts'
import { CompanySelect } from '../../../organisation/company-select.tsx'

const { nationalCode, name, spec, unit, quantity, price, priceCap, boughtDaysAgo, boughtQuantity } = sampleLine.shape
const shape = { nationalCode, name, spec, unit, quantity, price, priceCap, boughtDaysAgo, boughtQuantity }
const widths = { nationalCode: 190, name: 130, spec: 120, unit: 70, quantity: 80, price: 80, priceCap: 80 }

const Lines = ({ value, onChange }: InputProps) => (
  <EditRows
    shape={shape}
    widths={widths}
    noun="药品"
    rows={(value as Record<string, unknown>[] | undefined) ?? []}
    fresh={() => ({ quantity: '1', unit: '盒' })}
    onChange={(rows) => onChange?.(rows)}
  />
)

interface Props {
  /** Whose rules; the session's area where it is empty. */
  area: { medicalAreaCode?: string }
  /** What that area is called. */
  where: string
  onClose: () => void
}

/** 试算: what the rules in force say of a purchase that is typed in; nothing is kept and nobody is asked. */
export default function Trial({ area, where, onClose }: Props) {
  return (
    <AskDrawer
      title={`试算一笔购药（${where}）`}
      fixed={area}
      call={audit.ruleTest}
      fields={['medicalType', 'insutype', 'gender', 'birthday', 'prescription', 'diagnosis', 'companyId', 'lines']}
      inputs={{ lines: Lines, companyId: CompanySelect }}
      action="试算"
      // Its line of a drug, whole.
      width={1180}
      onClose={onClose}
    >
      {({ looked, hits }) => {
        const found = hits.filter(({ outcome }) => outcome === 'hit')
        return (
          <>
            <p>
              {found.length
                ? `${looked} 条规则参与，命中 ${found.length} 处。`
                : `${looked} 条规则参与，没有命中。店员预结算时不会看到提示。`}
            </p>
            <ul className={styles.hits}>
              {hits.map((one) => (
                <li key={`${one.rule}${one.line}`} className={one.outcome === 'hit' ? undefined : styles.behind}>
                  <p>
                    <strong>
                      第 {one.line} 行　{one.what}
                    </strong>
                  </p>
                  {one.outcome === 'hit' && (
                    <p>
                      {one.meaning}。{one.next}
                    </p>
                  )}
                  <p className={styles.about}>
                    {one.rule} {one.ruleName}，{ruleKinds[one.kind]}，
                    {one.outcome === 'hit'
                      ? `${auditLevels[one.level]}，涉及金额 ${one.amount}`
                      : `${one.drug} 不能判断，店员不会看到`}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </AskDrawer>
  )
}
