import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Bff } from '#bff/index.ts'
import { STEP_UP_HEADER } from '#protocol/console/request-headers.ts'
import { createAuthenticator, type Authenticator } from '#protocol/testing/authenticator.ts'
import { PUBLIC_URL, type TestBff } from './test-bff.ts'

const errorSchema = z.object({
  statusCode: z.number(),
  content: z.object({
    message: z.string(),
    code: z.optional(z.string()),
    errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  }),
})
const contentSchema = z.object({ statusCode: z.number(), content: z.unknown() })
const optionsSchema = z.object({ options: z.record(z.string(), z.unknown()) })
const stepUpSchema = z.extend(optionsSchema, { stepUp: z.string() })

type Init = { method?: string; headers?: Record<string, string>; body?: unknown; raw?: string }

export function request(
  path: string,
  { method = 'GET', headers = {}, body, raw }: Init = {},
  base = PUBLIC_URL,
) {
  const text = serializeBody({ body, raw })
  const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
  return new Request(base + path, {
    method,
    headers: { ...type, ...headers },
    ...(text === undefined ? {} : { body: text }),
  })
}

/** The body as sent. */
function serializeBody({ body, raw }: { body?: unknown; raw?: string | undefined }): string | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body))
}

/** A browser at the console. It stores cookies and sends the origin. */
export type Browser = {
  cookies: Map<string, string>
  /**
   * Passkey that confirms a change that requires it. The change is then sent again, as in the console. Undefined
   * means that no change is confirmed.
   */
  passkey: Authenticator | undefined
  send: (path: string, init?: Init) => Promise<Response>
  post: (path: string, body?: unknown) => Promise<Response>
}

export function createBrowser(bff: Bff, cookies = new Map<string, string>()): Browser {
  const sendOnce = async (path: string, init: Init = {}) => {
    const unsafe = init.method !== undefined && init.method !== 'GET'
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await bff.fetch(
      request(path, {
        ...init,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(unsafe ? { origin: PUBLIC_URL } : {}),
          ...(cookie === '' ? {} : { cookie }),
          ...init.headers,
        },
      }),
    )
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }
  const browser: Browser = {
    cookies,
    passkey: undefined,
    send: async (path, init = {}) => {
      const response = await sendOnce(path, init)
      if (browser.passkey === undefined || response.status !== 403) return response
      if ((await readError(response.clone())).code !== 'STEP_UP_REQUIRED') return response
      const stepUp = await confirm(browser, browser.passkey, { ...init, path })
      return sendOnce(path, { ...init, headers: { ...init.headers, [STEP_UP_HEADER]: stepUp } })
    },
    post: (path, body) => browser.send(path, { method: 'POST', ...(body === undefined ? {} : { body }) }),
  }
  return browser
}

/** Body for requesting the step-up options of a request. */
export function stepUpFor({ method = 'GET', path, ...sent }: Init & { path: string }) {
  const bodySha256 = createHash('sha256')
    .update(serializeBody(sent) ?? '')
    .digest('hex')
  return { method, path: path.split('?')[0], bodySha256 }
}

/** Responds to the passkey prompt for one request. Returns the token that the request then sends. */
export async function confirm(
  browser: Browser,
  passkey: Authenticator,
  wanted: Init & { path: string },
): Promise<string> {
  const asked = await browser.post('/api/step-up/options', stepUpFor(wanted))
  const { stepUp, options } = stepUpSchema.parse(await readContent(asked))
  const response = passkey.assert(options, { origin: PUBLIC_URL })
  const verified = await browser.post('/api/step-up/verify', { stepUp, response })
  if (verified.status !== 200) throw new Error(`step-up failed: ${await verified.text()}`)
  return stepUp
}

function keep(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', value = ''] = pair.split('=')
  const gone = attributes.some((attribute) => attribute.trim() === 'Max-Age=0')
  if (gone) cookies.delete(name)
  else cookies.set(name, value)
}

export type Admin = { browser: Browser; passkey: Authenticator }

/** Runs the whole first setup: link, registration, session. */
export async function enrolAdmin({ bff }: Pick<TestBff, 'bff'>): Promise<Admin> {
  const setupToken = await bff.createSetupLink()
  const browser = createBrowser(bff)
  const passkey = createAuthenticator()
  const options = await readOptions(await browser.post('/api/setup/options', { setupToken, name: 'Ada' }))
  const response = passkey.register(options, { origin: PUBLIC_URL })
  const verified = await browser.post('/api/setup/verify', { setupToken, response })
  if (verified.status !== 200) throw new Error(`setup failed: ${await verified.text()}`)
  browser.passkey = passkey
  return { browser, passkey }
}

export async function signIn(browser: Browser, passkey: Authenticator): Promise<Response> {
  const options = await readOptions(await browser.post('/api/sign-in/options'))
  return browser.post('/api/sign-in/verify', { response: passkey.assert(options, { origin: PUBLIC_URL }) })
}

/** Returns `content.options` of a ceremony's first response. */
export async function readOptions(response: Response | Promise<Response>): Promise<Record<string, unknown>> {
  return optionsSchema.parse(await readContent(response)).options
}

export async function readContent(answer: Response | Promise<Response>): Promise<unknown> {
  const response = await answer
  const body = contentSchema.parse(await response.json())
  if (body.statusCode !== response.status) throw new Error('statusCode does not mirror the status')
  return body.content
}

export async function readError(answer: Response | Promise<Response>) {
  const response = await answer
  const { statusCode, content } = errorSchema.parse(await response.json())
  return { status: response.status, statusCode, ...content }
}
