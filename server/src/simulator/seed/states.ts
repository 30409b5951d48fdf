import type { Kind } from '../profile.ts'

/** One insurance of a person in a given state. `balance` in fen. */
export interface InsuranceState {
  insutype: string
  kind: Kind
  balance: number
  /** 0 not insured, 1 normal, 2 paused, 4 ended (psn_insu_stas). */
  status?: '0' | '1' | '2' | '4'
  /** Why a paused insurance is paused, or why a normal one gives no pooled benefit. */
  reason?: string
  cvlserv?: boolean
  /** The personal account may not be used. */
  frozen?: boolean
}

/** What a demo person is there to show; each exists once in every area. `used` = yearly sums in fen before today, by cumulative code. */
export interface State {
  key: string
  title: string
  names: [string, string, string]
  gend: '1' | '2'
  brdy: string
  insurances: InsuranceState[]
  chronic?: { code: string; name: string; begndate: string; enddate: string }[]
  /** Insured elsewhere: another city of the province, or another province. */
  elsewhere?: 'city' | 'province'
  filed?: boolean
  cardLost?: boolean
  pinLocked?: boolean
  dead?: boolean
  inHospital?: boolean
  designatedElsewhere?: boolean
  /** Key of the state whose person shares their account (family account). */
  family?: string
  rescue?: boolean
  foreign?: boolean
  naty?: string
  used?: Record<string, number>
}

const employee = (balance: number): InsuranceState => ({ insutype: '310', kind: 'active', balance })
const pensioner = (balance: number): InsuranceState => ({ insutype: '310', kind: 'retired', balance })
const inhabitant: InsuranceState = { insutype: '390', kind: 'resident', balance: 0 }
const pressure = { code: 'M03900', name: '高血压', begndate: '2024-01-01', enddate: '2034-12-31' }
const diabetes = { code: 'M01600', name: '糖尿病', begndate: '2024-01-01', enddate: '2034-12-31' }

/** The demo persons, in the order of their numbers: number n of an area is psn_no = area + n in 14 digits. */
export const states: State[] = [
  {
    key: 'sixty',
    title: '职工在职，余额 60.00',
    names: ['张三', '张安', '张平'],
    gend: '1',
    brdy: '1990-01-01',
    insurances: [employee(6000)],
  },
  {
    key: 'active',
    title: '职工在职，余额 600.00',
    names: ['李建国', '李卫民', '李长青'],
    gend: '1',
    brdy: '1985-03-12',
    insurances: [employee(60000)],
  },
  {
    key: 'retiredChronic',
    title: '职工退休，高血压和糖尿病备案',
    names: ['王秀英', '王桂兰', '王玉珍'],
    gend: '2',
    brdy: '1956-07-21',
    insurances: [pensioner(80000)],
    chronic: [pressure, diabetes],
  },
  {
    key: 'resident',
    title: '居民',
    names: ['赵小梅', '赵春花', '赵金凤'],
    gend: '2',
    brdy: '1978-11-05',
    insurances: [inhabitant],
  },
  {
    key: 'cadre',
    title: '离休',
    names: ['陈德厚', '陈怀仁', '陈守义'],
    gend: '1',
    brdy: '1931-02-18',
    insurances: [{ insutype: '340', kind: 'cadre', balance: 0 }],
  },
  {
    key: 'paused',
    title: '职工暂停参保，余额 60.00',
    names: ['刘志强', '刘志刚', '刘志远'],
    gend: '1',
    brdy: '1982-09-30',
    insurances: [{ ...employee(6000), status: '2', reason: '暂停参保' }],
  },
  {
    key: 'arrears',
    title: '灵活就业欠费',
    names: ['孙丽华', '孙丽娟', '孙丽萍'],
    gend: '2',
    brdy: '1988-05-16',
    insurances: [{ ...employee(3520), status: '2', reason: '欠费 3 个月' }],
  },
  {
    key: 'lostCard',
    title: '社保卡已挂失',
    names: ['周海涛', '周海波', '周海洋'],
    gend: '1',
    brdy: '1991-12-01',
    insurances: [employee(25000)],
    cardLost: true,
  },
  {
    key: 'otherCity',
    title: '省内其他城市参保',
    names: ['吴晓东', '吴晓明', '吴晓峰'],
    gend: '1',
    brdy: '1987-04-09',
    insurances: [employee(42000)],
    elsewhere: 'city',
    filed: true,
  },
  {
    key: 'otherProvince',
    title: '外省参保，已备案',
    names: ['郑美玲', '郑美华', '郑美芳'],
    gend: '2',
    brdy: '1993-08-27',
    insurances: [employee(51000)],
    elsewhere: 'province',
    filed: true,
  },
  {
    key: 'uninsured',
    title: '没有参保',
    names: ['冯大勇', '冯大为', '冯大海'],
    gend: '1',
    brdy: '1995-06-14',
    insurances: [],
  },
  {
    key: 'family',
    title: '家庭共济，本人余额 10.00',
    names: ['何雨欣', '何雨桐', '何雨晴'],
    gend: '2',
    brdy: '1996-10-22',
    insurances: [employee(1000)],
    family: 'active',
  },
  {
    key: 'zero',
    title: '职工在职，余额 0.00',
    names: ['高文博', '高文杰', '高文俊'],
    gend: '1',
    brdy: '1989-01-19',
    insurances: [employee(0)],
  },
  {
    key: 'residentChronic',
    title: '居民，糖尿病备案',
    names: ['罗桂香', '罗桂芬', '罗桂英'],
    gend: '2',
    brdy: '1960-03-03',
    insurances: [inhabitant],
    chronic: [diabetes],
  },
  {
    key: 'many',
    title: '职工和居民两个险种',
    names: ['梁志远', '梁志明', '梁志宏'],
    gend: '1',
    brdy: '1984-07-07',
    insurances: [employee(12345), inhabitant],
  },
  {
    key: 'rareName',
    title: '姓名含 䶮',
    names: ['李䶮', '刘䶮', '陈䶮'],
    gend: '1',
    brdy: '1992-02-29',
    insurances: [employee(30000)],
  },
  {
    key: 'rarerName',
    title: '姓名含 𠮷',
    names: ['王𠮷', '张𠮷', '赵𠮷'],
    gend: '1',
    brdy: '1986-06-06',
    insurances: [employee(30000)],
  },
  {
    key: 'longName',
    title: '姓名 20 个字',
    names: [
      '阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜',
      '古丽巴哈尔汗·阿不都热合曼·艾尼瓦尔别克',
      '迪丽拜尔古丽·麦麦提依明·阿卜力克木汗江',
    ],
    gend: '1',
    brdy: '1983-05-05',
    insurances: [employee(30000)],
    naty: '05',
  },
  {
    key: 'retiredPool',
    title: '职工退休，门诊统筹起付线已用 350.00，余额 500.00',
    names: ['宋国庆', '宋国华', '宋国栋'],
    gend: '1',
    brdy: '1958-10-01',
    insurances: [pensioner(50000)],
    used: { _Q_POOL: 35000 },
  },
  {
    key: 'cvlserv',
    title: '公务员补助',
    names: ['唐静怡', '唐静雯', '唐静宜'],
    gend: '2',
    brdy: '1980-12-12',
    insurances: [{ ...employee(90000), cvlserv: true }],
  },
  {
    key: 'capReached',
    title: '门诊统筹年度限额只剩 10.00',
    names: ['许志华', '许志成', '许志高'],
    gend: '1',
    brdy: '1979-09-09',
    insurances: [employee(15000)],
    used: { _Q_POOL: 60000, _D_POOL: 599000, D310101: 599000 },
  },
  {
    key: 'rescue',
    title: '居民，低保医疗救助',
    names: ['韩玉兰', '韩玉梅', '韩玉霞'],
    gend: '2',
    brdy: '1965-04-24',
    insurances: [inhabitant],
    chronic: [pressure],
    rescue: true,
  },
  {
    key: 'pinLocked',
    title: '社保卡密码已锁定',
    names: ['邓伟强', '邓伟民', '邓伟国'],
    gend: '1',
    brdy: '1990-11-11',
    insurances: [employee(20000)],
    pinLocked: true,
  },
  {
    key: 'designated',
    title: '定点在其他机构',
    names: ['曹凤英', '曹凤霞', '曹凤琴'],
    gend: '2',
    brdy: '1957-08-08',
    insurances: [pensioner(21000)],
    chronic: [pressure],
    designatedElsewhere: true,
  },
  {
    key: 'expired',
    title: '慢特病备案已过期',
    names: ['彭建华', '彭建军', '彭建平'],
    gend: '1',
    brdy: '1959-01-31',
    insurances: [pensioner(33000)],
    chronic: [{ ...pressure, begndate: '2020-01-01', enddate: '2022-12-31' }],
  },
  {
    key: 'dead',
    title: '已登记死亡',
    names: ['曾广福', '曾广禄', '曾广寿'],
    gend: '1',
    brdy: '1940-02-02',
    insurances: [pensioner(5000)],
    dead: true,
  },
  {
    key: 'inHospital',
    title: '住院期间',
    names: ['萧丽君', '萧丽云', '萧丽红'],
    gend: '2',
    brdy: '1962-06-18',
    insurances: [pensioner(44000)],
    inHospital: true,
  },
  {
    key: 'frozen',
    title: '个人账户冻结',
    names: ['田大伟', '田大明', '田大鹏'],
    gend: '1',
    brdy: '1981-03-15',
    insurances: [{ ...employee(70000), frozen: true }],
  },
  {
    key: 'ended',
    title: '终止参保',
    names: ['董明珠', '董明霞', '董明艳'],
    gend: '2',
    brdy: '1977-07-17',
    insurances: [{ ...employee(0), status: '4', reason: '终止参保' }],
  },
  {
    key: 'waiting',
    title: '新参保等待期',
    names: ['袁思远', '袁思齐', '袁思诚'],
    gend: '1',
    brdy: '1998-09-02',
    insurances: [{ ...employee(8000), reason: '待遇等待期内' }],
  },
  {
    key: 'student',
    title: '大学生',
    names: ['潘子轩', '潘子涵', '潘子墨'],
    gend: '1',
    brdy: '2005-05-20',
    insurances: [{ ...inhabitant, kind: 'student' }],
  },
  {
    key: 'child',
    title: '学龄前儿童，家庭共济',
    names: ['蒋一诺', '蒋一鸣', '蒋一凡'],
    gend: '2',
    brdy: '2021-06-01',
    insurances: [{ ...inhabitant, kind: 'child' }],
    family: 'active',
  },
  {
    key: 'foreign',
    title: '外国人，永久居留证',
    names: ['安德森', '伊万诺夫', '山本一郎'],
    gend: '1',
    brdy: '1975-01-25',
    insurances: [employee(66000)],
    foreign: true,
    naty: '',
  },
  {
    key: 'unfiled',
    title: '外省参保，未备案',
    names: ['蔡永昌', '蔡永盛', '蔡永福'],
    gend: '1',
    brdy: '1970-10-10',
    insurances: [employee(39000)],
    elsewhere: 'province',
  },
  {
    key: 'illness',
    title: '居民，自付已近大病起付线',
    names: ['余春生', '余秋生', '余冬生'],
    gend: '1',
    brdy: '1963-12-20',
    insurances: [inhabitant],
    chronic: [diabetes],
    used: { _OWN: 1499000 },
  },
  {
    key: 'newborn',
    title: '新生儿',
    names: ['杜安安', '杜康康', '杜乐乐'],
    gend: '2',
    brdy: '2026-03-08',
    insurances: [{ ...inhabitant, kind: 'newborn' }],
  },
  {
    key: 'retired',
    title: '职工退休，无备案',
    names: ['叶长春', '叶长安', '叶长青'],
    gend: '1',
    brdy: '1955-04-04',
    insurances: [pensioner(120050)],
  },
  {
    key: 'rich',
    title: '职工在职，余额 99999.99',
    names: ['苏天成', '苏天宇', '苏天佑'],
    gend: '1',
    brdy: '1972-02-14',
    insurances: [employee(9999999)],
  },
]
