// The functions of agent/test/native/shapes.c as a manifest describes them: every shape the language has.

const ok = { type: 'i32', ok: [0] }
const read = (params: object[], returns: object = ok, more: object = {}) => ({
  ...{ class: 'read', timeoutMs: 3000, params, returns, ...more },
})

const device = {
  ...{ name: 'device', dir: 'inout', type: 'struct' },
  fields: [
    { name: 'size', type: 'size' },
    { name: 'kind', type: 'i8' },
    { name: 'serial', type: 'i64' },
    { name: 'name', type: 'text', bytes: 16 },
    { name: 'volts', type: 'f64' },
    { name: 'port', type: 'u16', default: 7 },
  ],
}
const packed = {
  ...{ name: 'p', dir: 'inout', type: 'struct', pack: 1 },
  fields: [
    { name: 'tag', type: 'text', bytes: 1 },
    { name: 'value', type: 'i32' },
    { name: 'rest', type: 'text', bytes: 3 },
  ],
}
const told = {
  ...{ name: 'told', dir: 'in', type: 'callback', answer: 1 },
  params: [
    { name: 'percent', type: 'i32' },
    { name: 'text', type: 'str' },
  ],
}
const number = (name: string, type = 'i32') => ({ name, dir: 'in', type })
const session = { name: 's', dir: 'in', type: 'handle' }

export const shapeFunctions = {
  describe: read([device]),
  packed: read([packed]),
  work: read([number('steps'), told], { type: 'i32', ok: '>0' }),
  again: read([], { type: 'i32', ok: [1] }),
  open_reader: read([number('port')], { type: 'handle' }),
  open_into: read([{ name: 'out', dir: 'out', type: 'handle' }]),
  magic_of: read([session], { type: 'i32', ok: '>4711' }),
  give_text: read([number('which')], {
    type: 'cstr',
    free: 'take_text',
    decode: { json: { status: 'code', ok: [0], require: ['name'] } },
  }),
  texts_out: read([]),
  wide: read(
    [
      { name: 'in', dir: 'in', type: 'str', maxBytes: 64, encoding: 'utf16le' },
      { name: 'out', dir: 'out', type: 'buf', bytes: 64, encoding: 'utf16le' },
    ],
    { type: 'i32', ok: '>0' },
  ),
  big: read([number('f', 'f32'), number('n', 'u64')], { type: 'u64', ok: '>0' }),
}
