import { get, post } from '../call.ts'
import { disease, medium, person } from '../entities/person.ts'
import { choice, code, dict, flag, group, id, list, note, optional, text } from '../field.ts'

const counter = { menu: 'SwipingCard' } as const
const readId = { readId: id('读卡编号') }

export const card = {
  pageDropDown: get('/api/Card/PageDropDown', {
    ...counter,
    title: '刷卡页选项',
    result: group('选项', {
      insutypes: list(group('险种', { value: code('编码'), name: text('名称') })),
      medicalTypes: list(group('医疗类别', { value: code('编码'), name: text('名称') })),
      media: list(group('介质', { value: medium, name: text('名称') })),
      reversalReasons: list(text('原因')),
    }),
  }),
  /** Reads the person. Carries only the medium: the card itself is asked for by continuation (DESIGN 6). */
  read: get('/api/Card/Read', {
    // A filing, a prescription, or the orders that he asks about are of the person whose card was read.
    menu: [
      ...['SwipingCard', 'SpecialDiseaseMenu', 'PersonnelFixedFilling', 'SpecialMedicalMenu', 'RxManagement'],
      ...['OrderManagement', 'PrintSettlement'],
    ],
    scope: 'store',
    title: '读卡',
    /** `purpose`: an e-voucher is shown for something else than a purchase (domain.md 6.3, businessType). */
    input: { medium, purpose: optional(choice('用途', { prescription: '下载外购处方' })) },
    result: person,
    audit: { action: '读卡', record: ['medium'] },
  }),
  readAgain: get('/api/Card/ReadAgain', {
    ...counter,
    scope: 'store',
    title: '重新读卡',
    /** With a reading of before, however old, nobody but its person is read. */
    input: { medium, readId: optional(id('读卡编号')) },
    result: person,
    audit: { action: '重新读卡', record: ['medium'] },
  }),
  followCacheGetCardInfo: get('/api/Card/FollowCacheGetCardInfo', {
    menu: ['SwipingCard', 'DiseaseSelect'],
    scope: 'store',
    title: '最近读卡信息',
    input: readId,
    result: person,
  }),
  disease: get('/api/Card/Disease', {
    ...{ menu: ['SwipingCard', 'DiseaseSelect'], scope: 'store', title: '备案病种' },
    /** The flags say that the console knows those rows: one of before takes any for a chronic disease. */
    input: { ...readId, twoDiseases: optional(flag('含门诊两病')), special: optional(flag('含特药')) },
    result: list(disease, '病种'),
  }),
  searchDisease: get('/api/Card/SearchDisease', {
    ...{ menu: ['SwipingCard', 'DiseaseSelect'], scope: 'store', title: '查找病种' },
    input: { ...readId, keyword: optional(note('关键字', { max: 60 })) },
    result: list(disease, '病种'),
  }),
  searchDiseaseByType: get('/api/Card/SearchDiseaseByType', {
    ...{ menu: ['SwipingCard', 'DiseaseSelect'], scope: 'store', title: '按类型查找病种' },
    input: { ...readId, kind: choice('病种类型', { chronic: '慢特病', twoDiseases: '门诊两病', special: '特药' }) },
    result: list(disease, '病种'),
  }),
  diseaseBalance: get('/api/Card/DiseaseBalance', {
    ...{ menu: ['SwipingCard', 'DiseaseSelect'], scope: 'store', title: '病种余额' },
    /** Without a code all that he is registered for. */
    input: { ...readId, diseaseCode: optional(code('病种编码')) },
    result: list(disease, '病种'),
  }),
  /** What the benefits allow: refused benefits never stop an account purchase (ux N8). */
  benefits: get('/api/Card/Benefits', {
    ...counter,
    scope: 'store',
    title: '待遇检查',
    input: {
      ...readId,
      insutype: dict('险种', 'insutype'),
      medicalType: dict('医疗类别', 'med_type'),
      diseaseCode: optional(code('病种编码')),
      diseaseName: optional(text('病种名称')),
    },
    result: group('待遇', {
      enjoyed: flag('享受待遇'),
      /** False only where the centre says so: the account stays usable while the pool is closed. */
      accountUsable: flag('个人账户可用'),
      /** No fund is refused: what they pay of (a prescription's goods, a chronic disease's) they pay without the account too. */
      fundsOpen: optional(flag('统筹待遇正常')),
      reasons: list(text('原因')),
    }),
  }),
  changeCardPassword: post('/api/Card/ChangeCardPassword', {
    ...counter,
    title: '修改卡密码',
    audit: { action: '修改卡密码' },
    input: { medium },
  }),
  checkCardPassword: post('/api/Card/CheckCardPassword', { ...counter, title: '校验卡密码', input: { medium } }),
}
