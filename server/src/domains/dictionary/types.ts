import { payKindType } from '@yibao/shared/entities/other-pay.ts'
import { listCodes } from '../../centre/dictionaries.ts'

/** Names of the standard's code tables by type, and of our own; a type of an area's own making is its own name. */
const names = new Map([...listCodes('HN'), ...listCodes('JX')].map(({ type, typeName }) => [type, typeName]))
names.set(payKindType, '其他支付方式')

/** The Chinese name of a code type; of an unknown one, the type itself. */
export const typeName = (codeType: string): string => names.get(codeType) || codeType
