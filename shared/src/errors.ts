import { acceptanceErrors } from './errors/acceptance.ts'
import { approvalErrors } from './errors/approval.ts'
import { auditErrors } from './errors/audit.ts'
import { authErrors } from './errors/auth.ts'
import { catalogueErrors } from './errors/catalogue.ts'
import { clearingErrors } from './errors/clearing.ts'
import { companyErrors } from './errors/company.ts'
import type { ErrorText } from './errors/error-text.ts'
import { liquidationErrors } from './errors/liquidation.ts'
import { nodeErrors } from './errors/node.ts'
import { orderErrors } from './errors/order.ts'
import { organisationErrors } from './errors/organisation.ts'
import { otherPayErrors } from './errors/other-pay.ts'
import { permissionErrors } from './errors/permission.ts'
import { pluginErrors } from './errors/plugin.ts'
import { prescriptionErrors } from './errors/prescription.ts'
import { releaseErrors } from './errors/release.ts'
import { reportErrors } from './errors/report.ts'
import { saleErrors } from './errors/sale.ts'
import { sqlErrors } from './errors/sql.ts'
import { visitErrors } from './errors/visit.ts'
import { CODE_BUSY, CODE_CENTRE_REFUSED } from './errors/wire.ts'
import { viewOnly } from './viewing.ts'

/** Every refusal the server knows: one table of stable keys and Chinese texts (ux 2.6 and 8). */
export const errors = {
  ...acceptanceErrors,
  ...approvalErrors,
  ...auditErrors,
  ...authErrors,
  ...catalogueErrors,
  ...clearingErrors,
  ...companyErrors,
  ...liquidationErrors,
  ...nodeErrors,
  ...organisationErrors,
  ...orderErrors,
  ...otherPayErrors,
  ...prescriptionErrors,
  ...permissionErrors,
  ...pluginErrors,
  ...releaseErrors,
  ...reportErrors,
  ...saleErrors,
  'session.missing': { status: 401, error: '登录已过期，请重新登录' },
  'session.guest': { status: 403, error: '此操作需要登录', tips: '请登录后再操作' },
  'session.viewing': { status: 403, ...viewOnly },
  'scope.denied': { status: 403, error: '没有这家门店的数据权限', tips: '请联系管理员在数据角色中授权' },
  'area.missing': { status: 409, error: '还没有选择区划', tips: '请先切换区划' },
  'area.denied': { status: 403, error: '没有这个区划的数据权限', tips: '请联系管理员在数据角色中授权' },
  'store.missing': {
    status: 409,
    error: '当前账号没有绑定门店',
    tips: '请用门店操作员账号登录',
    messageCode: 'store.missing',
  },
  'input.invalid': { status: 400, error: '输入有误：{text}' },
  'not.found': { status: 404, error: '没有找到{what}', tips: '可能已被删除，请刷新后重试' },
  fault: { status: 500, error: '系统异常，请求号 {requestId}', tips: '请把请求号告诉管理员' },
  'database.gone': {
    status: 503,
    error: '系统的数据库暂时连不上',
    tips: '几秒后再试；一直这样请联系管理员。已经提交的结算会自动核实，不要重复收款',
  },
  'database.busy': {
    status: 503,
    error: '系统正忙，请稍后再试',
    tips: '另一项操作正占用同一条数据，这次没有改动；一直这样请联系管理员。已经提交的结算会自动核实，不要重复收款',
  },
  // Not 408, upon which a browser asks once more by itself.
  'read.slow': {
    status: 422,
    error: '查询超过 {seconds} 秒，已停止，没有结果',
    tips: '请缩小时间范围或选择门店后再试',
  },
  starting: { status: 503, error: '系统正在启动' },
  'idempotency.busy': {
    status: 409,
    error: '上一次提交还在处理',
    tips: '请等待结果，不要重复提交',
    messageCode: CODE_BUSY,
  },
  'idempotency.other': {
    status: 409,
    error: '同一提交号的内容不一致',
    tips: '请刷新页面后重试',
    messageCode: CODE_BUSY,
  },
  'idempotency.missing': { status: 400, error: '缺少提交号', tips: '请刷新页面后重试' },
  'centre.refused': {
    ...{ status: 422, error: '医保中心：“{text}”', tips: '{tips}' },
    ...{ messageCode: CODE_CENTRE_REFUSED, quotes: true },
  },
  'centre.down': { status: 502, error: '医保中心暂时不能访问', tips: '稍后重试；已完成的结算不受影响' },
  'centre.message': { status: 422, error: '报文不符合接口规范：{text}', tips: '请联系管理员检查医保配置' },

  'stock.returned': { status: 409, error: '这条采购的退货在医保中心，不能先删除采购', tips: '请先删除它的采购退货' },
  'stock.store': { status: 404, error: '没有编号为 {storeNo} 的门店', tips: '请填写门店绑定的 ERP 编号或机构编码' },
  'stock.empty': { status: 400, error: '没有要上报的行', tips: '请在 purchase、back、take、change 中至少填写一行' },

  'agent.signature': { status: 403, error: '读卡结果没有通过校验', tips: '请重新读卡' },
  // The console's light tells these apart by their code: each has its own state and its own way out (ux 4).
  'agent.unknown': {
    status: 403,
    error: '本机助手没有登记',
    tips: '请联系管理员重新绑定助手',
    messageCode: 'agent.unknown',
  },
  'agent.enrol': { status: 403, error: '绑定码不正确或已过期', tips: '请在「安装初始化」重新登记这台电脑' },
  'agent.store': {
    status: 403,
    error: '门店不符：本机助手没有绑定当前门店',
    tips: '请重新绑定助手，或换用本店的账号',
    messageCode: 'agent.store',
  },
  'agent.origin': {
    status: 403,
    error: '当前网址不在助手的允许名单中',
    tips: '请从医保云的正式网址打开，或联系管理员添加',
    messageCode: 'agent.origin',
  },
  'agent.shared': { status: 403, error: '这台客户端还服务于当前账号权限外的门店', tips: '请联系超级管理员解除绑定' },
  'agent.offline': { status: 409, error: '这台客户端不在线', tips: '请让店员打开电脑，确认本机助手在运行' },
  'agent.busy': { status: 409, error: '这台客户端还有未完成的「{title}」', tips: '请等它完成' },
  'setup.none': { status: 409, error: '本店不在初始化中', tips: '请返回首页' },
  'setup.admin': { status: 403, error: '只有管理员可以跳过', tips: '请管理员授权，或完成这一步' },
  'setup.trial': { status: 409, error: '没有找到本店的试算', tips: '请重新试算' },
  'setup.staff': { status: 422, error: '医保中心没有本店的药师', tips: '请先在医保中心登记药师，再重新检查' },
  'setup.catalogue': {
    status: 409,
    error: '本公司在本区划还没有商品',
    tips: '请管理员在「目录差异」按「导入商品」后再检查',
  },
  'setup.mapping': {
    status: 409,
    error: '{total} 种商品都没有对照国家码',
    tips: '请在「目录差异」按「重新比对」，采纳建议或导入对照后再检查',
  },
  'agent.request': { status: 403, error: '助手的请求没有通过校验', tips: '请校准本机时间；仍不行请重新绑定助手' },
  'continuation.gone': { status: 410, error: '这次操作已过期', tips: '请重新操作' },
  'device.failed': { status: 422, error: '{text}', tips: '{tips}' },

  'sign.missing': { status: 409, error: '本店今天还没有签到', tips: '签到后才能结算' },
  'sign.closed': { status: 409, error: '今天的签到已经结束', tips: '重新签到后才能结算' },
  'sign.system': { status: 409, error: '系统在医保中心的签到已失效', tips: '请再操作一次，系统会重新签到' },
  'sign.noMachine': {
    status: 422,
    error: '医保中心：“{text}”',
    tips: '这次签到没有本机的 MAC 地址（助手没有运行或版本太旧），登记电脑的医保中心会拒绝。请启动或升级助手后再签到，或由管理员在「医保配置」填写签到 MAC 地址',
    ...{ messageCode: CODE_CENTRE_REFUSED, quotes: true },
  },
  'sign.unfinished': {
    status: 409,
    error: '还有 {n} 笔结算没有结果，不能签退',
    tips: '请先在异常订单中处理：{orders}',
  },
  'sign.none': { status: 409, error: '当前没有签到', tips: '不需要签退' },

  'card.gone': { status: 410, error: '读卡信息已过期', tips: '请重新读卡' },
  'card.changed': { status: 409, error: '结算前检测到卡已更换', tips: '没有结算，没有扣款。请按 F2 重新读卡并预结算' },
  'card.another': {
    status: 409,
    error: '读到的不是上一次读卡的参保人',
    tips: '请放上同一参保人的卡重新读取；换了参保人请按 F2 读卡',
  },
  'card.numberless': {
    status: 409,
    error: '这种凭证没有证件号码，不能核对是不是本人',
    tips: '请改用身份证或社保卡，再撤销一次',
  },
  'card.only': {
    status: 409,
    error: '这笔结算没有留下证件号码，只能用结算时的卡核对',
    tips: '请放上结算时用的卡；卡不在的，整单撤销可选「都没有，提交审批」（本地区用撤销授权时），否则请管理员处理',
  },
  'card.other': { status: 409, error: '没有读到这笔结算本人的卡', tips: '请放上参保人本人的卡，再撤销一次' },
  'card.none': { status: 422, error: '医保中心没有此人的参保信息', tips: '核对证件后重读，或在 ERP 按自费收款' },
  // The reader answered, but its driver gave less than the centre asks for (docs/DRIVERS.md).
  'card.incomplete': {
    status: 422,
    error: '读卡器没有读出{what}',
    tips: '请重新放卡再读，或换一种凭证；每张卡都这样，请管理员检查驱动的描述（{fields}）',
  },
  'card.typed': { status: 403, error: '本地区不允许手工输入证件号', tips: '请读卡或扫描电子凭证' },
  'qr.expired': { status: 422, error: '电子凭证二维码已失效', tips: '请参保人刷新二维码后重扫' },

  'basket.empty': { status: 400, error: '还没有药品', tips: '请扫描药品条码，或输入名称、首字母查找' },
  'basket.expired': {
    status: 400,
    error: '{name} 的有效期到 {day}，已过期，本地区不结算过期药品',
    tips: '请换未过期的药盒；有效期填错时，在药品行按 Enter 改正',
  },
  'basket.sum': {
    status: 409,
    error: '明细合计 {lines} 与总额 {total} 相差 {difference}',
    tips: '请在 ERP 中核对后重新发送',
  },
  'basket.amount': { status: 400, error: '第 {n} 行金额与单价×数量不符', tips: '请核对单价和数量' },
  'basket.large': { status: 400, error: '合计金额过大，不能结算', tips: '请核对单价和数量，条码可能扫进了数量框' },
  'disease.missing': { status: 409, error: '所选的医疗类别需要选择病种', tips: '按 F3 选择病种' },
  'medicalType.stopped': {
    status: 409,
    error: '本区划已停用医疗类别「{name}」',
    tips: '请在左侧改选医疗类别后重新预结算',
  },
  'insurance.missing': { status: 409, error: '没有这个险种的参保信息', tips: '请在左侧选择险种' },

  'part.erp': { status: 409, error: '这笔来自 ERP，不能在这里部分退货', tips: '请在 ERP 中退货后重新发送销售单' },
  'part.person': { status: 409, error: '凭证与原结算的参保人不一致', tips: '请读取原参保人的凭证；原单仍然有效' },
  'part.open': { status: 409, error: '原单还没有撤销，保留的药品不能结算', tips: '请先撤销原单，或等待撤销的核实结果' },
  'part.more': {
    status: 409,
    error: '{name}超过原单的数量，不是部分退货',
    tips: '这里只能保留原单买过的药品；多出的请另外结算',
  },
  'part.done': { status: 409, error: '这笔退货保留的药品已经结算过', tips: '请在订单管理中查看' },

  'park.gone': { status: 410, error: '挂单已被取回或已作废', tips: '请重新读卡' },

  'recon.locked': { status: 409, error: '系统正在核实这一笔', tips: '核实结束后再处理' },
  'recon.note': { status: 400, error: '标记处理需要至少 5 个字的说明' },
  'recon.class': { status: 409, error: '批量处理不能包含不同类别的差异', tips: '请按类别选择' },
  'recon.undo': { status: 409, error: '这一处理不能撤回', tips: '只有 24 小时内的本地处理可以撤回' },
  'recon.action': { status: 409, error: '这类差异不能{action}' },
  'recon.state': { status: 409, error: '{text}' },
  'recon.unfinished': { status: 409, error: '{text}', quotes: true },
  'file.key': { status: 409, error: '这个文件是用另一把数据密钥保存的，不能打开', tips: '{instead}' },
  'data.key': { status: 409, error: '{what}是用另一把数据密钥保存的，不能打开', tips: '{instead}' },
  'slip.state': { status: 409, error: '订单还没有结算，不能打印结算单', tips: '结算后再打印' },
  'driver.package': { status: 400, error: '驱动包不能使用：{text}', tips: '请改好后重新打包上传' },
  'driver.manifest': { status: 400, error: '驱动说明有误：{text}', tips: '请按提示改好 driver.json' },
  'driver.version': {
    status: 409,
    error: '驱动 {id} 的 {version} 版已经有了',
    tips: '已上传的版本不再改变，请改 driver.json 里的版本号',
  },
  'driver.notEnabled': { status: 409, error: '这个版本没有启用', tips: '请刷新后重试' },
  'driver.noFormer': { status: 409, error: '没有可以回退的上一版本', tips: '需要停止使用时请按「停用」' },
  'upload.missing': { status: 400, error: '没有收到文件', tips: '请选择一个文件后重试' },
  'upload.files': { status: 413, error: '一次只能上传一个文件，没有上传', tips: '请选择一个文件后重试' },
  'upload.busy': {
    status: 429,
    error: '正在上传的文件太多，没有上传',
    tips: '请等上一个传完，过几秒再试',
    unlogged: true,
  },
  'upload.slow': { status: 408, error: '{minutes} 分钟没有传完，没有上传', tips: '请检查网络后再试' },
  'upload.size': {
    status: 413,
    error: '文件超过 {limit} MB，没有上传',
    tips: '请换一个较小的文件，或分成几个文件上传',
  },
  'upload.sheet': { status: 400, error: '文件不能按表格读取：{text}', tips: '请下载模板，填写后另存为 .xlsx 再上传' },
  'export.call': { status: 404, error: '这个列表不能导出', tips: '请刷新页面后重试' },
  'export.many': {
    status: 409,
    error: '符合条件的记录超过 {limit} 行，没有导出',
    tips: '请缩小时间范围或增加条件后重试',
  },
  'config.changed': {
    status: 409,
    error: '{by} 在 {at} 已保存了新的配置，这次没有保存',
    tips: '请核对最新的值后再保存',
  },
  'config.option': { status: 400, error: '{place}不能设置{title}', tips: '请刷新页面后重试' },
  'config.notTelling': {
    status: 409,
    error: '没有开启自动上传，配置没有保存',
    tips: '要保存其他修改，请先放弃「自动上传销售明细」的修改',
  },
  'config.area': {
    status: 403,
    error: '没有整个区划的数据权限，不能修改区划的配置',
    tips: '请联系管理员在数据角色中授权',
  },
  'config.store': { status: 409, error: '这个区划还没有门店，不能测试连接', tips: '请先添加门店' },
  'config.file': { status: 400, error: '{name}不能使用：{text}', tips: '请上传医保中心提供的 PEM 格式证书' },
  'hint.pattern': { status: 400, error: '匹配式不能使用：{text}', tips: '请改好匹配式后再保存' },
  'hint.index': { status: 409, error: '提示的全文索引还没有建立', tips: '请在索引管理中重建索引' },
  'hint.building': { status: 409, error: '索引正在重建', tips: '请等待重建结束' },
  'page.size': { status: 400, error: '设置内容超过 {limit} 字节', tips: '请减少列或条件' },
  'page.shared': {
    status: 403,
    error: '{what}由{area}的全部公司共用，当前账号只管理其中一部分门店，没有保存',
    tips: '请联系区划管理员或平台管理员；自己用的可以另存',
  },
  'page.owner': { status: 403, error: '只有创建人或管理员可以修改', tips: '可以另存为自己的' },
  'message.all': { status: 403, error: '只有超级管理员可以向所有人发布', tips: '请改选区划或门店' },
  'message.nobody': {
    status: 409,
    error: '这家门店没有可用的操作员账号，没有提醒',
    tips: '请先在「用户管理」新增这家门店的操作员',
  },
  'message.scope': { status: 403, error: '不能向这个范围发布', tips: '没有一个区划的全部门店时，请改选门店' },
  'centre.unknown': { status: 504, error: '医保中心没有答复', tips: '系统会继续核实' },
  ...sqlErrors,
  ...visitErrors,
} as const satisfies Record<string, ErrorText>

export type ErrorKey = keyof typeof errors
