// Every refusal and fault of the agent: one row per code, used by the gateway to answer and by the console to show.
// `{x}` in a text is filled from the error's detail; only the names that appear here ever leave the agent.

/**
 * status: HTTP status of the answer; message: what happened; hint: what to do next; retryable: the same request may
 * succeed later.
 */
interface AgentErrorRow {
  status: number
  message: string
  hint: string
  retryable: boolean
}

const no = (status: number, message: string, hint: string): AgentErrorRow => ({
  status,
  message,
  hint,
  retryable: false,
})
const again = (status: number, message: string, hint: string): AgentErrorRow => ({
  status,
  message,
  hint,
  retryable: true,
})

const reopen = '请刷新页面，仍不行请重新登录'
const admin = '请联系管理员'
const reinsert = '请重新插卡后再读一次'

export const agentErrors = {
  // Who may talk to the agent at all (the guard chain, in its order)
  HOST_NOT_ALLOWED: no(403, '访问地址不是本机助手的地址', '请用 127.0.0.1 或 localhost 打开'),
  METHOD: no(405, '本机助手不支持这种请求方式', admin),
  FETCH_MODE: no(403, '本机助手不接受这种来源的请求', '请从医保云页面操作'),
  PEER_SESSION: no(403, '这台电脑当前由另一位用户使用', '请切换到正在使用的 Windows 用户，或注销其中一个'),
  ORIGIN_NOT_ALLOWED: no(
    403,
    '此网站不在本机助手的允许名单内',
    '请从本机助手打开控制台，或请管理员在云服务的 CONSOLE_ORIGINS 里登记此网址',
  ),
  CONTENT_TYPE: no(415, '请求的内容类型不对', '请求头 Content-Type 须为 application/json'),
  CLIENT_HEADER: no(403, '请求没有表明来自医保云控制台', reopen),
  TOKEN_MISSING: no(401, '还没有与本机助手建立会话', reopen),
  TOKEN_EXPIRED: again(401, '与本机助手的会话已到期', '页面会自动重新连接'),
  SETUP_ONLY: no(403, '未登录时只能检查驱动和打印机', '请登录后再操作'),
  ERP_ONLY: no(403, 'ERP 令牌只能收发 ERP 消息', admin),
  ERP_TOKEN: no(401, '请求没有 ERP 令牌，或令牌已被更换', '在这台电脑上运行 agent erp-token，把新令牌填入 ERP'),
  BODY_TOO_LARGE: no(413, '发送的内容过大', '请减少内容，或分成几份（如几张单据）再发送'),
  RATE: again(429, '对本机助手的请求过于频繁', '请等待 {seconds} 秒'),
  SOCKETS: again(429, '打开的页面过多', '请关闭不用的医保云页面'),
  PROTOCOL_TOO_OLD: no(412, '本机助手与控制台的版本不匹配', '请更新本机助手'),

  // Tickets, proofs, pairing
  TICKET_INVALID: no(401, '连接凭据无效', reopen),
  TICKET_REPLAYED: no(401, '连接凭据已用过', reopen),
  TICKET_WRONG_AUDIENCE: no(401, '连接凭据不是发给这台电脑的', reopen),
  TICKET_WRONG_STORE: no(403, '本机助手绑定的不是当前门店', '请重新绑定本机助手'),
  TICKET_EXPIRED: again(401, '连接凭据已过期', '页面会自动重新连接；仍不行请核对本机时间'),
  PROOF_INVALID: no(401, '无法确认请求来自本页面', reopen),
  CLOCK_SKEW: no(401, '本机时间不准确', '请校准本机时间后重试'),
  ACTION_TICKET_REQUIRED: no(403, '此操作需要云服务授权', '请从医保云页面重新发起'),
  ARGUMENTS_CHANGED: no(403, '操作内容与授权时不一致', '请重新发起'),
  SETUP_CODE_WRONG: no(401, '配对码不正确，还可输入 {left} 次', '请核对本机助手页面上的 6 位数字'),
  SETUP_CODE_EXPIRED: no(401, '配对码已失效', '请在本机助手页面重新取一个配对码'),

  ENROL_REFUSED: no(403, '云服务没有接受绑定（{text}）', '请回到「门店」重新登记，再绑定'),

  // The request itself
  ARGS_INVALID: no(422, '请求参数不正确', admin),
  BODY_INVALID: no(400, '请求内容不是有效的 JSON', admin),
  VERB_UNKNOWN: no(404, '本机助手没有此功能', '请更新本机助手'),
  VERB_NOT_BUILT: no(501, '当前安装不包含此功能', '请安装完整版本机助手'),
  NOT_FOUND: no(404, '地址不存在', '请核对地址'),
  IDEMPOTENCY_KEY: no(400, '打印请求缺少单据编号', admin),
  IDEMPOTENCY_CHANGED: no(409, '相同编号的内容不一致', '请重新发起'),
  FRAME_INVALID: no(422, 'ERP 消息不正确（{text}）', '请 ERP 厂商按接口文档改正此处'),
  FRAME_STALE: no(
    409,
    '单据 {billNo} 的版本 {revision} 已有其他内容，或已有更新的版本（最新 {newest}）',
    '改过的单据须用 billChanged 发送，revision 大于 {newest}',
  ),
  STARTING: again(503, '本机助手正在启动', '约 3 秒后自动重试'),
  UPDATING: again(503, '本机助手正在升级', '约 1 分钟后自动恢复'),
  NO_DESK: again(503, '本机助手的桌面程序还没有就绪', '约 3 秒后自动重试'),
  NO_USER_SESSION: again(423, '没有用户登录 Windows', '请先登录 Windows'),
  SERVER_UNREACHABLE: again(502, '本机助手连接不到云服务', '请检查网络后重试'),
  // Only where it is proven: of a settlement the console then says that nothing was charged.
  SERVER_NOT_CALLED: again(502, '本机助手连接不到云服务，请求没有发出', '请检查网络后重试'),
  CANCELLED: no(409, '操作已取消', '需要时请重新发起'),
  OUTCOME_UNKNOWN: no(504, '结果未知：驱动没有返回结果', '不要重复收费；请到异常订单中核对'),
  INTERNAL: no(500, '本机助手内部错误', '请〔上报〕，并附上编号'),

  // Drivers
  DRIVER_UNKNOWN: no(404, '没有安装此驱动', '请安装驱动'),
  DRIVER_HASH_MISMATCH: no(409, '驱动文件被改动过，已停用', '请重新安装驱动'),
  DRIVER_MISSING_FILE: no(409, '驱动不能使用（{text}）', '请重新安装驱动'),
  DRIVER_BITS: no(409, '驱动的位数不相符（{text}）', '请安装位数相符的驱动'),
  DRIVER_CRASHED: again(502, '驱动异常退出，正在恢复', '约 3 秒后再试一次；重复出现请〔上报〕'),
  DRIVER_TIMEOUT: again(504, '驱动没有按时应答，已重新启动', '请检查设备连线后再试一次'),
  DRIVER_OPEN: again(503, '驱动连续出错，暂停使用 {seconds} 秒', '请检查设备连线，或〔恢复驱动〕'),
  DRIVER_BUSY: again(429, '设备正在使用', '请等待当前操作结束'),
  DRIVER_OVERRUN: no(502, '驱动返回的内容超出约定长度，已重新启动', '请联系管理员更换驱动版本'),
  DRIVER_GARBLED: again(502, '驱动返回的内容无法识别', '请重试一次；重复出现请〔上报〕'),
  DRIVER_EMPTY: again(502, '驱动没有返回内容', reinsert),

  // Card, PIN, QR code (ux 2.6: M02-M09, M11)
  READER_ABSENT: again(502, '没有找到读卡器', '插紧 USB 线后再读一次；电子凭证可用'),
  CARD_NONE: again(502, '没有检测到卡', '请把芯片朝上插到底，再读一次'),
  CARD_MUTE: again(502, '卡没有应答，芯片可能有污渍或已损坏', '擦净重插后再读一次；仍不行请用电子凭证'),
  CARD_REMOVED: again(502, '读取时卡被拔出，没有读到信息', '重新插卡后再读一次'),
  CARD_AUTH: no(502, '卡认证未通过（{code}），不是密码问题', '换电子凭证；若每张卡都这样，请联系管理员检查读卡器'),
  CARD_HSM: no(502, '此卡要由加密机认证（{code}），还没有接通加密机', '换电子凭证；请管理员给读卡器装当地的 PSAM 卡'),
  DEVICE_UNREGISTERED: no(
    502,
    '医保中心没有登记这台设备（{code}），卡没有问题',
    '换一种凭证；请管理员把这台设备的设备号报给医保经办机构登记',
  ),
  CARD_UNKNOWN_ERROR: again(502, '读卡未成功（{code}）', '重插后再读一次；重复出现请〔上报〕'),
  PIN_WRONG: again(422, '密码不正确，还可输入 {left} 次', '连续输错会锁卡；请参保人重新输入'),
  PIN_LOCKED: no(423, '卡密码已锁定，本卡暂不能结算', '改用电子凭证；解锁请参保人到社保卡服务网点'),
  PIN_TIMEOUT: again(504, '等待输入密码超时，没有扣款', '参保人准备好后再读一次'),
  PIN_CANCELLED: no(409, '已取消输入密码，没有扣款', '需要时重新读卡'),
  QR_EXPIRED: again(422, '电子凭证二维码已失效', '请参保人刷新二维码后重扫'),

  // Printing (M34-M36)
  PRINTER_UNKNOWN: no(422, '没有找到打印机 {printer}', '请在本机设置中选择打印机'),
  PRINTER_NOT_FOR_PAGES: no(422, '{printer} 只能打印小票指令', '请在「打印设置」中改为按小票指令打印，或换打印机'),
  RECEIPT_WANTED: no(409, '这种单据在本机按小票指令打印', '请刷新页面后重新打印'),
  PRINTER_OFFLINE: again(502, '打印机 {printer} 无法连接，小票在等待', '检查电源和连线，或〔换打印机〕'),
  PRINTER_PAUSED: again(
    502,
    '打印机 {printer} 已暂停，小票在等待',
    '在打印机的队列窗口中取消暂停后自动续打，或〔换打印机〕',
  ),
  PRINTER_PAPER: again(502, '小票未打印：打印机缺纸，不影响结算', '装纸后自动续打'),
  PRINTER_COVER: again(502, '小票未打印：打印机盖子没有合上，不影响结算', '合上后自动续打'),
  PRINT_UNSURE: no(409, '不确定小票是否已打印，系统没有自动重打', '请看打印机：〔已打印〕〔没有，重打〕'),
  SLIP_OUT: no(
    409,
    '这张小票已在别处打印，本机没有再打',
    '请看别处有没有打出：已打出选〔不用再打〕，没有选〔再打一张〕',
  ),
  SLIP_REPRINTED: no(409, '等待期间这笔结算已补打，本机没有再打', '补打的那张已拿到选〔不用再打〕，没有选〔再打一张〕'),
  SLIP_REVERSED: no(
    409,
    '等待期间这笔结算已撤销或正在撤销，小票没有打印',
    '一般选〔不用再打〕；仍需要时选〔再打一张〕',
  ),
  PRINT_DAMAGED: no(422, '单据文件不完整，没有打印', '请重新打印；重复出现请〔上报〕'),
  PRINT_ABORTED: no(502, '打印系统没有打出这份单据', '请重新打印，或〔换打印机〕'),
  DISK_FULL: again(507, '本机磁盘已满或不能写入，这一步没有做', '请清理磁盘后重试；等待的小票会自动续打'),
  JOB_UNKNOWN: no(404, '没有这个打印任务', '请重新打印'),
} as const satisfies Record<string, AgentErrorRow>

export type AgentErrorCode = keyof typeof agentErrors

/** Values for the `{name}` places of a text. */
export type ErrorDetail = Readonly<Record<string, string | number>>

const places = /\{(\w+)\}/g

const clauses = /（[^）]*）|[，；]?[^，；（]+/g

/** The text with its places filled. A clause whose value is not known is left out: no text shows a gap. */
export const fillText = (text: string, detail: ErrorDetail = {}) => {
  const isKnown = (clause: string) => [...clause.matchAll(places)].every(([, name]) => detail[name!] !== undefined)
  const fill = (clause: string) => clause.replace(places, (_, name: string) => String(detail[name]))
  const [first = '', ...more] = text.match(clauses) ?? []
  const start = isKnown(first) ? fill(first) : first.replace(/\{\w+\} ?/g, '')
  return start + more.filter(isKnown).map(fill).join('')
}

/** The part of a detail that the texts of this code name: nothing else may leave the agent. */
export const publicDetail = (code: AgentErrorCode, detail: ErrorDetail = {}): ErrorDetail => {
  const { message, hint } = agentErrors[code]
  const names = [...(message + hint).matchAll(places)].map((m) => m[1]!)
  return Object.fromEntries(names.filter((n) => n in detail).map((n) => [n, detail[n]!]))
}

/** Whether a value from outside is a code of the table; names of the prototype are none. */
export const isAgentErrorCode = (code: unknown): code is AgentErrorCode =>
  typeof code === 'string' && Object.hasOwn(agentErrors, code)
