import { type Envelope, envelope } from '@yibao/shared/envelope.ts'
import type { InternalAxiosRequestConfig } from 'axios'
import { AxiosError, AxiosHeaders } from 'axios'
import { http } from '../../src/api/transport.ts'
import { type BoxInfo, setUi } from '../../src/api/ui.ts'

export interface FakeAnswer {
  status?: number
  statusText?: string
  headers?: Record<string, string>
  body?: unknown
  /** Instead of an answer: axios' own failure. */
  failure?: { message: string; code?: string }
}

export interface Sent {
  method: string
  url: string
  headers: Record<string, unknown>
  params: unknown
  data: unknown
  /** ms. */
  timeout: number | undefined
}

const sentOf = (config: InternalAxiosRequestConfig): Sent => ({
  method: config.method ?? '',
  url: `${config.baseURL ?? ''}${config.url ?? ''}`,
  headers: config.headers.toJSON(),
  params: config.params,
  timeout: config.timeout,
  data: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
})

/** For tests: answers every request by `answer`, keeps what was sent. */
export const fakeHttp = (answer: (sent: Sent, round: number) => FakeAnswer): Sent[] => {
  const sent: Sent[] = []
  http.defaults.adapter = async (config) => {
    const request = sentOf(config)
    sent.push(request)
    if (config.signal?.aborted) throw new AxiosError('canceled', 'ERR_CANCELED', config)
    const { status = 200, statusText = '', headers = {}, body, failure } = answer(request, sent.length)
    if (failure) throw new AxiosError(failure.message, failure.code, config)
    const response = { data: body, status, statusText, headers: new AxiosHeaders(headers), config }
    if (status < 200 || status > 299)
      throw new AxiosError(`Request failed with status code ${status}`, undefined, config, undefined, response)
    return response
  }
  return sent
}

export const ok = (result: unknown, part: Partial<Envelope> = {}): FakeAnswer => ({
  body: envelope({ result, ...part }),
})
export const refused = (part: Partial<Envelope>): FakeAnswer => ({
  body: envelope({ success: false, statusCode: 409, ...part }),
})

/** For tests: what the person was shown, as lines. */
export const fakeUi = (button?: string): string[] => {
  const shown: string[] = []
  setUi({
    loading: () => () => undefined,
    image: () => undefined,
    success: (text) => shown.push(`success ${text}`),
    error: (text) => shown.push(`error ${text}`),
    attention: (text) => shown.push(`attention ${text}`),
    expired: async () => {
      shown.push('expired')
    },
    box: async ({ notice, info, code }: BoxInfo) => {
      shown.push(`box ${code} ${notice} ${info}`)
    },
    confirm: async ({ title, buttonInfos }) => {
      shown.push(`confirm ${title} ${buttonInfos.map((one) => one.value).join()}`)
      return button
    },
  })
  return shown
}
