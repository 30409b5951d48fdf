/** What is laid on a reader, in the words of the pages. */
export const mediumNames = {
  socialCard: '社保卡',
  idCard: '身份证',
  eVoucher: '电子凭证',
  socialECard: '电子社保卡',
} as const

/** Without these the counter refuses each card, before anything is sent: the centre knows nobody by it. */
export const neededItems: Partial<Record<string, readonly string[]>> = {
  socialCard: ['cardNo', 'cardSn'],
  idCard: ['certNo'],
}

/** All that a card tells where its driver reads the whole of it, in the order of the interface (domain.md 6.1, 6.4). */
export const cardItems: Partial<Record<string, readonly string[]>> = {
  socialCard: [
    ...['issuingArea', 'certNo', 'cardNo', 'cardSn', 'name', 'atr', 'version'],
    ...['issueDate', 'expiryDate', 'terminalNo', 'deviceNo'],
  ],
  idCard: ['name', 'certNo'],
}

/** What a read says beside its card: who answered, and what belongs to the visit. */
const outerNames: Record<string, string> = {
  ...{ driver: '驱动', medium: '读取', simulated: '模拟设备', raw: '原始内容' },
  ...{ code: '二维码内容', business: '业务凭据', sign: '就诊许可号' },
}

/** What drivers read (domain.md 6), by the names that the manifests of the shipped drivers give. */
const fieldNames: Record<string, string> = {
  // Persons
  ...{ name: '姓名', userName: '姓名', gender: '性别', nation: '民族', birthday: '出生日期', address: '住址' },
  ...{ certNo: '证件号码', idNo: '证件号码', idType: '证件类型', authority: '签发机关', photo: '照片' },
  ...{ validFrom: '有效期起', validTo: '有效期止', validity: '有效期' },
  // The social card (6.1)
  ...{ issuingArea: '发卡地区', cardNo: '卡号', cardSn: '卡识别码', atr: '卡复位信息', version: '规范版本' },
  ...{ issueDate: '发卡日期', expiryDate: '卡有效期', terminalNo: '终端机编号', deviceNo: '终端设备号' },
  // The e-voucher and the electronic social card (6.3)
  ...{ ecToken: '电子凭证令牌', ecIndexNo: '电子凭证索引号', insuOrg: '参保地', socialNo: '社会保障号码' },
}

const lookUp = (names: Record<string, string>, name: string) => (Object.hasOwn(names, name) ? names[name] : undefined)

/** A field of a read by its path ('card.name') as a person reads it (姓名); the path itself where it is nobody's. */
export const cardFieldName = (path: string): string =>
  lookUp(outerNames, path) ?? lookUp(fieldNames, path.slice(path.lastIndexOf('.') + 1)) ?? path
