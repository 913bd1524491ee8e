import * as z from 'zod/mini'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'

const optionsSchema = z.object({ content: z.object({ options: z.unknown() }) })

/** A request of the enrolment. */
export type Asked = { method: 'POST'; headers: Record<string, string>; body: string }

/**
 * Enrols the first administrator with the setup link, as a browser at `origin` does. Returns the headers for
 * its later requests. `ask` sends them another way, such as through a proxy.
 */
export async function enrolFirstAdmin(
  origin: string,
  setupUrl: string,
  ask: (url: string, init: Asked) => Promise<Response> = fetch,
): Promise<Record<string, string>> {
  const passkey = createAuthenticator()
  const cookies = new Map<string, string>()
  const headers = () => ({
    'sec-fetch-site': 'same-origin',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await ask(origin + path, {
      method: 'POST',
      headers: { ...headers(), origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response.json()
  }
  const setupToken = new URL(setupUrl).hash.replace('#token=', '')
  const begun = optionsSchema.parse(await post('/api/setup/options', { setupToken, name: 'Ada' }))
  const response = passkey.register(begun.content.options, { origin })
  await post('/api/setup/verify', { setupToken, response })
  return headers()
}
