import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { toKeyFields, signedRequest } from '#service/testing/wallet-requests.ts'

const hexSchema = z.templateLiteral(['0x', z.string()])
const envelopeSchema = z.object({ statusCode: z.number(), content: z.unknown() })
export type Answer = { status: number; content: unknown }
export type ClientWallet = { address: Hex; passkey: SoftwarePasskey }

/**
 * Calls the API as an integrator's backend does. Written from the specification and the profile, with plain fetch and
 * JSON.
 */
export async function call(
  server: { url: string },
  apiKey: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, content: envelopeSchema.parse(await answer.json()).content }
}

/** Calls the API like `call`, but retries on the next server after a failed connection, a 5xx or a 429. */
export async function callAny(
  servers: () => readonly { url: string }[],
  apiKey: string,
  request: { method: string; path: string; body?: unknown },
): Promise<Answer> {
  for (let round = 0; ; round += 1) {
    const all = servers()
    const server = all[round % all.length]
    if (server === undefined) throw new Error('There is no server')
    const { method, path, body } = request
    const answer = await call(server, apiKey, method, path, body).catch((cause: unknown) => {
      if (round > 200) throw cause
      return undefined
    })
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
    if (round > 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    await wait(50)
  }
}

/** Requests the code from one server and creates the wallet at another: the servers share their state. */
export async function createWallet(options: {
  asked: { url: string }
  creating: { url: string }
  apiKey: string
  domain: string
  email: string
  /** If set, the end-user gets an invitation to the approval app, and every execute is held. */
  externalUserId?: string | undefined
  codeFor: (email: string) => Promise<string>
}): Promise<ClientWallet> {
  const { asked, creating, apiKey, domain, email } = options
  const passkey = createSoftwarePasskey(domain)
  const requested = await call(asked, apiKey, 'POST', '/baas/wallets/request-email-verification', { email })
  if (requested.status !== 200) throw new Error(JSON.stringify(requested))
  const verificationCode = await options.codeFor(email)
  const user = options.externalUserId === undefined ? {} : { externalUserId: options.externalUserId }
  const body = { ...toKeyFields(passkey), verificationCode, email, ...user }
  const created = await call(creating, apiKey, 'POST', '/baas/wallets', body)
  if (created.status !== 200) throw new Error(JSON.stringify(created))
  return { address: z.object({ address: hexSchema }).parse(created.content).address, passkey }
}

/**
 * The body of an execute that sends `value` wei to `to`. Two bodies with different `expiration` are two transactions.
 */
export function transferRequest(
  wallet: ClientWallet,
  transfer: { chainId: number; to: Hex; value: bigint; expiration: bigint },
) {
  const { chainId, to, value, expiration } = transfer
  const fields = { toAddress: to, value: String(value), data: '0x', expiration: String(expiration) } as const
  return signedRequest(chainId, wallet, fields)
}

/** Every transaction of a wallet with this status, from all pages. */
export async function listTransactions(
  server: { url: string },
  apiKey: string,
  wallet: ClientWallet,
  status: string,
): Promise<unknown[]> {
  const path = `/baas/transactions?wallet=${wallet.address}&status=${status}&limit=200`
  return z.array(z.unknown()).parse((await call(server, apiKey, 'GET', path)).content)
}

/** The sequence of an organization's newest event, or 0 if there is none. */
export async function newestSequence(server: { url: string }, apiKey: string): Promise<string> {
  const { content } = await call(server, apiKey, 'GET', '/org/events?limit=1')
  return z.array(z.object({ sequence: z.string() })).parse(content)[0]?.sequence ?? '0'
}
