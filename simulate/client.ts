/** One response of the shop; status 0: no response. `explained`: a fault was active during the request. */
export type Answer = {
  method: string
  path: string
  status: number
  /** Of a failed call: the beginning of the response body or the error. */
  text: string
  explained: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: each caller knows what its call answers
type Body = any
export type Reply = { status: number; body: Body; location: string | null; bytes: number }

const TIMEOUT_MS = 30_000

/** Sends requests like one person's browser, and records the shop's responses. */
export class Client {
  #cookies = new Map<string, string>()

  readonly baseUrl: string
  readonly #record: (answer: Omit<Answer, 'explained'>, begunUnderFault: boolean) => void
  readonly #isFaulty: () => boolean

  constructor(
    baseUrl: string,
    record: (answer: Omit<Answer, 'explained'>, begunUnderFault: boolean) => void,
    isFaulty: () => boolean,
  ) {
    this.baseUrl = baseUrl
    this.#record = record
    this.#isFaulty = isFaulty
  }

  get = (path: string): Promise<Reply> => this.ask('GET', path)
  post = (path: string, json: object = {}): Promise<Reply> => this.ask('POST', path, JSON.stringify(json))
  put = (path: string, json: object): Promise<Reply> => this.ask('PUT', path, JSON.stringify(json))
  delete = (path: string, json: object = {}): Promise<Reply> => this.ask('DELETE', path, JSON.stringify(json))

  async ask(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const begunUnderFault = this.#isFaulty()
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          origin: this.baseUrl,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.#cookies.size > 0 ? { cookie: this.cookie } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
      for (const line of response.headers.getSetCookie()) this.#keep(line)
      const text = await response.text()
      const { status } = response
      this.#record({ method, path, status, text: status >= 400 ? text.slice(0, 300) : '' }, begunUnderFault)
      const isJson = response.headers.get('content-type')?.includes('json')
      const location = response.headers.get('location')
      return { status, body: isJson ? JSON.parse(text) : null, location, bytes: text.length }
    } catch (error) {
      this.#record({ method, path, status: 0, text: String(error) }, begunUnderFault)
      return { status: 0, body: null, location: null, bytes: 0 }
    }
  }

  /** The Cookie header for this person's WebSocket. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
