import type { ErrorText } from './error-text.ts'

/** Refusals of the readers’ drivers (errors.ts). */
export const driverErrors = {
  'driver.package': { status: 400, error: '驱动包不能使用：{text}', tips: '请改好后重新打包上传' },
  'driver.manifest': { status: 400, error: '驱动说明有误：{text}', tips: '请按提示改好 driver.json' },
  'driver.version': {
    status: 409,
    error: '驱动 {id} 的 {version} 版已经有了',
    tips: '已上传的版本不再改变，请改 driver.json 里的版本号',
  },
  'driver.notEnabled': { status: 409, error: '这个版本没有启用', tips: '请刷新后重试' },
  'driver.noFormer': { status: 409, error: '没有可以回退的上一版本', tips: '需要停止使用时请按「停用」' },
} as const satisfies Record<string, ErrorText>
