import type { ErrorText } from './error-text.ts'

/** Refusals about stores, their people and their departments. */
export const organisationErrors = {
  'staff.shops': { status: 409, error: '没有可以处理的门店', tips: '请先添加门店，或选择其他区划' },
  'staff.asked': { status: 400, error: '姓名和国家编码至少填一项' },
  'doctor.taken': { status: 409, error: '本店已有国家编码为 {code} 的人员', tips: '请修改原有的人员' },
  'department.taken': { status: 409, error: '本店已有编码为 {code} 的科室', tips: '请修改原有的科室，或换一个编码' },
  'department.dates': { status: 400, error: '结束日期早于开始日期' },
  'department.busy': {
    status: 409,
    error: '另一位操作员正在上报或撤销「{name}」，没有重复发送',
    tips: '等约 10 秒，刷新列表查看上报状态',
  },
  'department.uploaded': {
    status: 409,
    error: '「{name}」已经上报，此后没有修改，没有重复发送',
    tips: '刷新列表查看上报时间',
  },
  'department.changed': {
    status: 409,
    error: '「{name}」刚刚由另一位操作员处理过，没有撤销',
    tips: '刷新列表，按现在的上报状态决定是否撤销',
  },
  'department.batch': {
    ...{ status: 422, error: '{n} 个科室没有上报：{text}', tips: '请按说明修改后再上报' },
    quotes: true,
  },
  'department.unknown': {
    status: 504,
    error: '医保中心没有答复，不知道「{name}」是否已{action}',
    tips: '请稍后再按一次「{button}」：系统先向中心查询，再决定是否发送',
  },
  'department.flying': {
    status: 409,
    error: '上一次发出的「{name}」可能还在路上，医保中心还没有结果，没有再发',
    tips: '{minutes} 分钟后再按一次「{button}」：系统先向中心查询，再决定是否发送',
  },
  'mapping.unknown': {
    status: 504,
    error: '医保中心没有答复，不知道「{name}」是否已{action}',
    tips: '请再{action}一次：系统会与中心核对，不会重复',
  },
  'filing.dates': { status: 400, error: '结束日期早于开始日期' },
  'filing.insurance': { status: 400, error: '参保人没有这个险种', tips: '请选择参保人自己的险种' },
  'filing.code': { status: 400, error: '{title}没有编码 {code}', tips: '请从列表中选择' },
  'filing.agent': { status: 400, error: '代办人的资料不全', tips: '有代办人时请填写姓名、关系、证件类型和证件号码' },
  'filing.twice': {
    status: 409,
    error: '{person}已有「{name}」的备案（{state}），没有再建一条',
    tips: '请在列表中处理那一条；重新备案请先撤销它，或让开始日期晚于它的结束日期',
  },
  'filing.edition': {
    status: 409,
    error: '本区划的医保中心没有{what}接口',
    tips: '请参保人到医保经办机构或其网上大厅办理{otherwise}',
  },
  'disease.unknown': {
    status: 504,
    error: '没有慢特病备案；{what}医保中心没有答复，不知道有没有',
    tips: '请稍后重新查询；急着购药可按普通购药结算',
  },
  'filing.resident': {
    status: 400,
    error: '门诊两病只为城乡居民医保的参保人办理',
    tips: '请选择参保人的居民险种；职工医保的高血压、糖尿病请办理慢特病备案',
  },
  'filing.twoDiseases': {
    status: 400,
    error: '门诊两病只有高血压和糖尿病，编码和名称应是列表里的',
    tips: '请从列表中选择；其他病种请办理慢特病备案',
  },
  'filing.limit': { status: 400, error: '限制额度应大于 0', tips: '请按申请材料填写' },
  'filing.state': { status: 409, error: '备案{state}，不能{action}', tips: '请刷新后查看' },
  'filing.busy': { status: 409, error: '另一个人正在处理这条备案', tips: '请刷新后查看' },
  'filing.serial': { status: 409, error: '没有这条备案的申报流水号，不能在此撤销', tips: '请到医保中心办理撤销' },
  'filing.unknown': {
    status: 504,
    error: '医保中心没有答复，不知道「{name}」的备案是否已{action}',
    tips: '请稍后再按一次「{action}」：系统先向中心查询，再决定是否发送',
  },
  'filing.flying': {
    status: 409,
    error: '上一次的{action}可能还在路上，医保中心还没有「{name}」的结果，没有再发',
    tips: '{minutes} 分钟后再按一次「{action}」：系统先向中心查询，再决定是否发送',
  },
  'organ.taken': {
    status: 409,
    error: '机构编码 {code} 已属于其他门店',
    tips: '请核对机构编码。两家门店填反了的，先把那家改成一个没有用过的编码，再改这家，最后改那家',
  },
  'organ.erp': { status: 409, error: 'ERP门店号 {erpStoreNo} 已绑定「{name}」', tips: '请先解除那家门店的绑定' },
  'organ.code': { status: 400, error: '机构编码应为 12 位字母或数字' },
  'organ.area': {
    status: 403,
    error: '没有整个区划的数据权限，不能新增门店或变更区划',
    tips: '请联系管理员在数据角色中授权',
  },
  'silent.stopped': {
    status: 403,
    error: '这台电脑登记的操作员已停用',
    tips: '请先从登录页用本店账号登录，再由本店操作员在这台电脑的「安装初始化」重新登记；要恢复原来的账号请管理员在「用户管理」启用',
  },
  'silent.operator': {
    status: 403,
    error: '这台电脑登记的操作员已不在本店',
    tips: '请先从登录页用本店账号登录，再由本店操作员在这台电脑的「安装初始化」重新登记',
  },
  'organ.companyArea': {
    status: 409,
    error: '「{name}」没有开通{area}，不能在那里开门店',
    tips: '请先在公司管理中为它开通这个区划',
  },
  'organ.companyStopped': { status: 409, error: '「{name}」已停用，不能开门店', tips: '请先在公司管理中启用它' },
  'organ.fixed': {
    status: 409,
    error: '门店已有医保订单，不能再改公司、区划和机构编码',
    tips: '机构编码变更后请新增一家门店，原门店停用',
  },
  'organ.told': {
    status: 409,
    error: '医保中心已有本店的{told}，不能再改区划和机构编码',
    tips: '请先撤销这些登记；撤不了的，请新增一家门店，原门店停用',
  },
  'organ.open': {
    status: 409,
    error: '门店还有 {n} 笔结算没有结果，不能停用',
    tips: '请先在异常订单中处理',
  },
  'auth.storeClosed': { status: 403, error: '门店已停用，不能登录', tips: '请联系管理员' },
} as const satisfies Record<string, ErrorText>
