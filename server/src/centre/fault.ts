export type FaultKind = 'missing' | 'tooLong' | 'wrongType' | 'unknownCode' | 'wrongNode' | 'unknownField'

/** One deviation of a message from the standard. Never holds the value itself: values are personal. */
export interface Fault {
  node: string
  /** '' when the whole node is meant. */
  field: string
  kind: FaultKind
  title: string
  /** Row of an array node, from 0. */
  row?: number
}

const words: Record<FaultKind, string> = {
  missing: '未填写',
  tooLong: '超过长度',
  wrongType: '格式不对',
  unknownCode: '代码不在字典内',
  wrongNode: '节点缺少或名称不对',
  unknownField: '不是标准字段',
}

const one = ({ node, field, kind, title, row }: Fault) => {
  const where = row === undefined ? node : `${node} 第 ${row + 1} 行`
  return field === '' ? `${where} ${words[kind]}` : `${where} ${title}（${field}）${words[kind]}`
}

/** The list of faults for people: at most five, then how many more. */
export const faultText = (faults: readonly Fault[]): string => {
  const shown = faults.slice(0, 5).map(one).join('；')
  return faults.length > 5 ? `${shown}；另有 ${faults.length - 5} 处` : shown
}
