import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readCmap } from './cmap.ts'

const require = createRequire(import.meta.url)
const read = (file: string) => readFile(require.resolve(`@expo-google-fonts/noto-sans-sc/${file}`))

interface SlipFont {
  normal: Uint8Array
  bold: Uint8Array
  /** True when both weights can draw the character. */
  covers(codePoint: number): boolean
}

const load = async (): Promise<SlipFont> => {
  const [normal, bold] = await Promise.all([
    read('400Regular/NotoSansSC_400Regular.ttf'),
    read('700Bold/NotoSansSC_700Bold.ttf'),
  ])
  const inNormal = readCmap(normal)
  const inBold = readCmap(bold)
  return { normal, bold, covers: (codePoint) => inNormal(codePoint) && inBold(codePoint) }
}

let loading: Promise<SlipFont> | undefined

/** Noto Sans SC, read on the first slip and kept (20 MB). A failed load is tried again by the next slip. */
export const slipFont = (): Promise<SlipFont> => {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
