/** Steps that the server checks by itself (ux 5). */
export const serverChecks = {
  area: '区划与接口参数',
  institution: '机构信息',
  dictionary: '字典',
  catalogue: '目录',
  staff: '药师与医师',
} as const

/** Steps that need the counter: its devices, or a person's card. */
export const counterChecks = { card: '读卡测试', trial: '签到与试算' } as const

/** The set-up of a store in its order; initializeStep of SPEC 3 counts them from 1. */
export const setupSteps = { ...serverChecks, ...counterChecks } as const

export type SetupStep = keyof typeof setupSteps

/** Steps in their order. */
export const setupOrder = Object.keys(setupSteps) as SetupStep[]
