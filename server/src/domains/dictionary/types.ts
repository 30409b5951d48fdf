import { listCodes } from '../../centre/dictionaries.ts'

/** Names of the standard's code tables by type; a type of an area's own making is its own name. */
const names = new Map([...listCodes('HN'), ...listCodes('JX')].map(({ type, typeName }) => [type, typeName]))

export const typeName = (codeType: string): string => names.get(codeType) || codeType
