import type { ServerClient } from '#widget/server/create-server-client.ts'
import { createServerClient, type ServerClientOptions } from '#widget/server/index.ts'

type Answer = () => Response | Promise<Response>

/** A client whose calls get these responses in turn. The last one repeats. */
export function scriptClient(
  answers: Answer[],
  options: Partial<ServerClientOptions> = {},
): { sent: { url: string; init: RequestInit; headers: Headers }[]; client: ServerClient } {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init, headers: new Headers(init.headers) })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    return answer === undefined ? new Response() : await answer()
  }
  const given = { url: 'https://wallets.example', apiKey: 'pk_live_x', integrationSecret: 'is_x', fetch }
  return { sent, client: createServerClient({ ...given, ...options }) }
}

/** A JSON response of the service. */
export const json =
  (status: number, content: unknown, headers: Record<string, string> = {}): (() => Response) =>
  () =>
    Response.json({ statusCode: status, content }, { status, headers })
/** A lost connection. */
export const lost = (): Promise<never> => Promise.reject(new TypeError('fetch failed'))
/** The error of a call, or undefined. */
export const readError = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
