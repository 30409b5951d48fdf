/** Paths that the login page uses: it loads neither zod nor the contracts (DESIGN 9). */
export const authPaths = {
  login: '/api/Auth/Login',
  silentLogin: '/api/Auth/SilentLogin',
  refreshToken: '/api/Auth/RefreshToken',
  publicKey: '/api/Auth/PublicKey',
} as const

/** Reads that an event makes old; the shell names them and loads no contract for it. */
export const orderPaths = {
  paged: '/api/Order/Paged',
  abnormalPaged: '/api/Order/AbnormalPaged',
  get: '/api/Order/Get/:id',
} as const

export const dayPaths = { dayPaged: '/api/Reconciliation/DayPaged' } as const

export const rxPaths = {
  paged: '/api/Rx/Paged',
  pushPaged: '/api/Rx/PushPaged',
  waiting: '/api/Rx/Waiting',
} as const

export const otherPayPaths = { paged: '/api/OtherPay/Paged', get: '/api/OtherPay/Get/:orderId' } as const

export const monthPaths = {
  monthPaged: '/api/Reconciliation/MonthPaged',
  monthDays: '/api/Reconciliation/MonthDays',
  matrix: '/api/Reconciliation/Matrix',
} as const

export const figurePaths = {
  dayPaged: '/api/Reconciliation/JsV2DayPaged',
  monthPaged: '/api/Reconciliation/JsV2MonthPaged',
  monthDetail: '/api/Reconciliation/JsV2MonthDetail',
} as const

export const accountPaths = { forceChangePassword: '/api/User/ForceChangePassword' } as const
