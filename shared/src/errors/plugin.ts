/** Refusals about plugins; a text of the package's own comes whole from the server. */
export const pluginErrors = {
  'plugin.keys': {
    status: 409,
    error: '没有配置发布公钥，不能核对插件包的签名',
    tips: '请把 release-keys.json 放入服务器的 DATA_DIR/keys（见运维说明）',
  },
  'plugin.signature': {
    status: 400,
    error: '插件包的签名不足或不正确，没有保存',
    tips: '须由两把发布密钥签名；签名之后改过的包要重新打包签名',
  },
  'plugin.package': { status: 400, error: '插件包不能使用：{text}', tips: '请按提示改好，重新打包签名后上传' },
  'plugin.exists': {
    status: 409,
    error: '插件 {code} 的版本 {version} 已上传',
    tips: '上传后的版本不再改变，请提高版本号',
  },
  'plugin.broken': {
    status: 409,
    error: '保存的插件包与上传时不同：{text}',
    tips: '它没有安装。请重新上传同一个包的新版本',
  },
  'plugin.server': {
    status: 409,
    error: '这个插件需要服务器版本 {needed}，现在是 {version}',
    tips: '请先升级服务器，或使用适合本版本的插件包',
  },
  'plugin.state': { status: 409, error: '{name} {version} 是「{state}」，不能{action}', tips: '{next}' },
  'plugin.notInForce': {
    status: 409,
    error: '插件 {plugin} 没有启用的版本，不能{action}',
    tips: '请在「插件包」启用一个版本，并绑定区划',
  },
  'plugin.inForce': {
    status: 409,
    error: '{name} {version} 已启用，不能卸载',
    tips: '请先停用；停用后各区划按标准报文工作',
  },
  'plugin.noFormer': { status: 409, error: '没有可以回滚的上一版本', tips: '需要停止使用时请按「停用」' },
  'plugin.areas': {
    status: 409,
    error: '{name} {version} 没有声明适用于 {areas}',
    tips: '请先解除这些区划的绑定，或换用声明了它们的版本',
  },
  'plugin.conflict': {
    status: 409,
    error: '{area} 的交易 {infno}（{part}）已由插件{other}处理，{own}不能同时启用',
    tips: '请先停用其中一个服务，或改绑区划',
  },
  'plugin.mappingTimeout': {
    status: 400,
    error: '交易映射没有超时，没有保存',
    tips: '请在这个交易的路由服务上改超时；超时填 0 表示不改',
  },
  'plugin.json': {
    status: 400,
    error: '报文不是有效的 JSON 对象',
    tips: '请粘贴 input 或 output 节点的内容，从左大括号到右大括号',
  },
  'plugin.notMapped': { status: 409, error: '{text}' },
} as const
