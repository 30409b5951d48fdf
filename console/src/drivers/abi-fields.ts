import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import { choice, code, flag, group, integer, note, optional, text } from '@yibao/shared/field.ts'

// The interface of a driver as forms (domain.md 8.2). What a form does not show stays as it is in the JSON.

const convention = choice('调用约定', { stdcall: 'stdcall', cdecl: 'cdecl' })

export const driverFields = group('驱动', {
  name: text('名称', { max: 60 }),
  encoding: choice('文字编码', { gbk: 'GBK', utf8: 'UTF-8', utf16le: 'UTF-16' }),
  convention,
  init: optional(note('启动时依次调用的函数（逗号分隔）', { max: 200 })),
  writable: optional(flag('会在自己的文件夹里写文件')),
  hostBesideDll: optional(flag('要求主程序在动态库旁边')),
})

export const functionFields = group('函数', {
  class: choice('用途', { read: '查询', identity: '读取身份', pin: '密码', money: '资金' }),
  timeoutMs: integer('最长毫秒', { min: 100, max: 300_000 }),
  symbol: optional(code('导出名（与函数名不同时）', { max: 90 })),
  convention: optional(convention),
  returns: choice('返回类型', {
    ...{ i32: '32 位整数', u32: '32 位无符号', i64: '64 位整数', u64: '64 位无符号', i16: '16 位整数' },
    ...{ long: 'long', bool: 'bool', f64: 'double', cstr: '文字指针', handle: '句柄', void: '无' },
  }),
  ok: optional(code('成功时返回（0,1 或 >=0）', { max: 60 })),
  errorText: optional(code('失败原因所在的参数', { max: 41 })),
})

/** Of every type that a form can say; a struct and a callback are written as JSON. */
const paramTypes = {
  ...{ i32: '32 位整数', u32: '32 位无符号', i16: '16 位整数', u16: '16 位无符号', u8: '字节数', i64: '64 位整数' },
  ...{ long: 'long', f64: 'double', f32: 'float', bool: 'bool', str: '文字', bytes: '字节', buf: '缓冲区' },
  ...{ 'i32*': '整数指针', handle: '句柄', null: '空指针', struct: '结构体', callback: '回调' },
}

export const paramFields = group('参数', {
  name: code('参数名', { max: 41 }),
  dir: choice('方向', { in: '传入', out: '传出', inout: '双向' }),
  type: choice('类型', paramTypes),
  bytes: optional(integer('字节', { min: 1, max: 1_048_576 })),
  link: optional(code('长度对应', { max: 41 })),
  decode: optional(
    choice('内容', { cstr: '文字', bytes: '字节', split: '分隔', columns: '定宽', json: 'JSON', text: '匹配' }),
  ),
  separator: optional(code('分隔符', { max: 2 })),
  fields: optional(note('字段', { max: 2000 })),
})

export const errorFields = group('错误', {
  key: code('返回码', { max: 40 }),
  code: choice(
    '含义',
    Object.fromEntries(Object.entries(agentErrors).map(([key, { message }]) => [key, fillText(message)])),
  ),
  text: note('厂商的说法', { max: 200 }),
})
