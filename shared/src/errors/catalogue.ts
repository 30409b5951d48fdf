import type { ErrorText } from './error-text.ts'

/** Refusals about sheets, dictionaries, catalogues, goods and their mappings. */
export const catalogueErrors = {
  'basket.item': {
    status: 404,
    error: '本店目录没有编码 {code} 的药品',
    tips: '请管理员在「目录差异」导入这个商品后重试',
  },
  'export.cancelled': { status: 409, error: '这次导出已取消', tips: '请重新导出' },
  'import.running': { status: 409, error: '这份文件正在导入', tips: '请等待导入结束' },
  'import.type': { status: 404, error: '没有这种导入', tips: '请刷新页面后重试' },
  'import.taken': {
    status: 409,
    error: '{what}已经下载过，不再保留',
    tips: '没有拿到的账号，请在用户管理里逐个初始化密码',
  },
  'import.done': { status: 409, error: '这份文件已经导入', tips: '要再次导入请重新上传' },
  'import.empty': { status: 409, error: '没有可导入的行', tips: '请按错误表修改后重新上传' },
  'dictionary.taken': { status: 409, error: '字典项 {code} 已存在', tips: '请修改原有的字典项' },
  'dictionary.base': { status: 409, error: '标准字典项不能删除', tips: '不再使用请停用' },
  'catalogue.running': { status: 409, error: '这些目录正在下载', tips: '请等待下载结束' },
  'catalogue.cut': {
    status: 502,
    error: '目录文件多次下载都不完整（应有 {of} 行，最近一次 {got} 行），请稍后再下载，多次如此请联系医保中心',
    tips: '已导入的行已保存',
  },
  'catalogue.local': { status: 409, error: '中心下发的目录不能修改或删除', tips: '只有本地新增的行可以修改' },
  'catalogue.mapped': {
    status: 409,
    error: '还有商品对照到 {code}：{items}，不能删除',
    tips: '请先在「目录差异」撤销对照，或改对照到别的国家码',
  },
  'catalogue.taken': { status: 409, error: '目录中已有编码 {code}', tips: '请修改原有的行，或换一个编码' },
  'area.shared': {
    status: 403,
    error: '{area}的字典和目录由区划内全部门店共用，当前账号只管理其中一部分门店，不能修改',
    tips: '请联系区划管理员或平台管理员',
  },
  'item.taken': { status: 409, error: '已有编码为 {code} 的商品', tips: '请修改原有的商品，或换一个编码' },
  'catalogue.seller': { status: 400, error: '{reason}', tips: '自编码属于一家公司，请说明是哪一家' },
  'catalogue.store': { status: 400, error: '请选择门店', tips: '对照按门店上报，管理员须先选择门店' },
  'mapping.item': { status: 404, error: '没有编码为 {code} 的商品', tips: '请核对商品编码' },
  'mapping.entry': { status: 404, error: '目录中没有有效的国家码 {code}', tips: '请先下载目录，或核对国家码' },
  'mapping.other': {
    status: 409,
    error: '这家门店把 {name} 对照到 {code}，没有撤销',
    tips: '请核对商品编码和门店；要撤销这个对照，请到「目录差异」的「商品」中操作',
  },
  'mapping.none': { status: 409, error: '{name} 没有对照，不需要撤销' },
  'mapping.empty': {
    status: 409,
    error: '没有等待上报的对照，医保中心已有的不再上报',
    tips: '被拒绝的改好后，在「目录差异」按「上报未完成的对照」',
  },
  'dropdown.changed': { status: 409, error: '{by} 刚修改了这个列表，这次没有保存', tips: '请核对现在的内容后再保存' },
} as const satisfies Record<string, ErrorText>
