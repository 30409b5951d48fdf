/** A read of every parameter shape: five texts, a number, an out buffer with its length; what card libraries look like. */
export const driverId = 'bench-read'
export const functionName = 'shapes'

export const manifest = {
  kind: 'socialCard',
  convention: 'cdecl',
  functions: {
    [functionName]: {
      ...{ class: 'read', timeoutMs: 2000, returns: { type: 'i64', ok: '>0' } },
      params: [
        ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, dir: 'in', type: 'str', maxBytes: 64 })),
        { name: 'f', dir: 'in', type: 'f64' },
        { name: 'out', dir: 'out', type: 'buf', bytes: 256, length: 'n' },
        { name: 'n', dir: 'inout', type: 'i32*', init: 256 },
      ],
    },
  },
}

export const args = { a: '医保', b: '云', c: '320500', d: '䶮', e: '𠮷', f: 1.5 }
export const expected = '医保云320500䶮𠮷1.50'
