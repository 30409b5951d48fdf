import { expect, test } from 'vitest'
import { compared } from './compared.ts'

const told = { fixmedinsName: '示例大药房观前店', uscc: '91320508MA1EXAMP1M', hospLevel: '11' }

test('of a store that is as the centre has it registered it is said in what', () => {
  const said = '与医保中心登记一致：机构名称、统一社会信用代码、医院等级'
  expect(compared(told, told)).toEqual({ differing: [], agreeing: true, said })
})

test('what the centre leaves empty is not compared, is not taken over, and does not pass for alike', () => {
  const few = { fixmedinsName: '示例大药房𠮷店', uscc: '', hospLevel: undefined }
  expect(compared(told, few)).toEqual({
    ...{ differing: ['fixmedinsName'], agreeing: false },
    said: '医保中心没有登记，未核对：统一社会信用代码、医院等级',
  })
  expect(compared({ ...few, uscc: told.uscc }, few).said).toBe(
    '与医保中心登记一致：机构名称。医保中心没有登记，未核对：统一社会信用代码、医院等级',
  )
  expect(compared(few, { fixmedinsName: '', uscc: '' })).toMatchObject({ differing: [], agreeing: false })
})
