/** Refusals about signed releases of the agent. */
export const releaseErrors = {
  'release.keys': {
    status: 409,
    error: '没有配置发布公钥',
    tips: '请把 release-keys.json 放入服务器的 DATA_DIR/keys（见运维说明）',
  },
  'release.refused': { status: 400, error: '{text}', tips: '请核对上传的是签名后的 release.json' },
  'release.exists': { status: 409, error: '版本 {version} 已有不同的内容', tips: '请提高版本号，重新打包签名' },
  'release.piece': { status: 409, error: '文件片段与已上传的不衔接', tips: '请重新选择文件，从断开处继续' },
  'release.missing': { status: 409, error: '文件 {path} 还没有上传完', tips: '请继续上传' },
  'release.broken': { status: 409, error: '文件 {path} 与签名清单不符，已删除', tips: '请重新上传此文件' },
  'release.state': { status: 409, error: '版本现在的状态不能这样操作', tips: '请刷新后再看' },
  'release.nobody': { status: 400, error: '发布范围内没有选择区划或门店' },
  'release.expired': { status: 409, error: '签名清单已过期', tips: '请重新签名后上传' },
} as const
