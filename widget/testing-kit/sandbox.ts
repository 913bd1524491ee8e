import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'

const hexSchema = z.templateLiteral(['0x', z.string()])
const fileSchema = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  chainId: z.number(),
  rpcUrl: z.string(),
  tokens: z.object({ erc20: hexSchema, erc721: hexSchema, erc1155: hexSchema }),
  inboxUrl: z.string(),
  faucetUrl: z.string(),
})
const mailsSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), text: z.string(), code: z.optional(z.string()) }),
)
const envelopeSchema = z.object({ statusCode: z.number(), content: z.unknown() })
const rpcSchema = z.object({ result: hexSchema })

/**
 * A mail that the sandbox captured instead of sending it.
 *
 * @example
 * const [mail]: Mail[] = await sandbox.mailsTo('mira@example.com')
 */
export type Mail = z.infer<typeof mailsSchema>[number]
/**
 * The tokens that the faucet mints: ERC-20 by `amount` (base units), ERC-721 by `tokenId`, ERC-1155 by both.
 *
 * @example
 * const gift: Gift = { to: wallet.address, amount: '25000000' }
 * await sandbox.give(gift)
 */
export type Gift = {
  to: string
  token?: string | undefined
  amount?: string | undefined
  tokenId?: string | undefined
}

/**
 * A running Latchkey sandbox, as started by `npm start`.
 *
 * @example
 * const paid = async (sandbox: Sandbox) => (await sandbox.balanceOf(SHOP)) === 12_500_000n
 */
export type Sandbox = {
  chainId: number
  /** The demo tokens. */
  tokens: { erc20: string; erc721: string; erc1155: string }
  /** The mails to an address, newest first. */
  mailsTo: (email: string) => Promise<Mail[]>
  /** Waits for a mail with a code and returns the newest code. `after` is a code that is already known. */
  codeFor: (email: string, after?: string) => Promise<string>
  /** Mints demo tokens. Without `token`, mints the ERC-20 token. */
  give: (gift: Gift) => Promise<void>
  /** The balance of an address in base units, read from the chain itself. */
  balanceOf: (owner: string, token?: string) => Promise<bigint>
  /**
   * Calls the service with the sandbox's API key, such as `call('GET', '/wallets')`. Throws if the service
   * returns an error.
   */
  call: (method: string, path: string, body?: object) => Promise<unknown>
}

/**
 * Opens the sandbox whose `sandbox.json` is at `path`, such as `.data/sandbox.json` of the repository that runs it.
 *
 * @example
 * const sandbox = await openSandbox('../latchkey/.data/sandbox.json')
 * const code = await sandbox.codeFor('mira@example.com')
 */
export async function openSandbox(path: string): Promise<Sandbox> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const hint = 'start a sandbox by `npm start`, and set LATCHKEY_SANDBOX to its file'
    throw new Error(`${path} is not there: ${hint}`, { cause })
  })
  const file = fileSchema.parse(JSON.parse(text))
  async function mailsTo(email: string): Promise<Mail[]> {
    const answer = await fetch(`${file.inboxUrl}?to=${encodeURIComponent(email)}`)
    return mailsSchema.parse(await answer.json())
  }
  return {
    chainId: file.chainId,
    tokens: file.tokens,
    mailsTo,
    async codeFor(email, after) {
      let code = ''
      await expect(async () => {
        code = (await mailsTo(email)).find((mail) => mail.code !== undefined)?.code ?? ''
        expect(code, `a code in a mail to ${email}`).toMatch(/^[0-9]{6}$/)
        expect(code).not.toBe(after)
      }).toPass({ timeout: 20_000 })
      return code
    },
    async give({ to, token = file.tokens.erc20, amount, tokenId }) {
      await send('POST', file.faucetUrl, { token, to, amount, tokenId })
    },
    async balanceOf(owner, token = file.tokens.erc20) {
      const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`
      const params = [{ to: token, data }, 'latest']
      const answer = await send('POST', file.rpcUrl, { jsonrpc: '2.0', id: 1, method: 'eth_call', params })
      return BigInt(rpcSchema.parse(answer).result)
    },
    async call(method, path, body) {
      const answer = await send(method, `${file.baseUrl}${path}`, body, { 'x-api-key': file.apiKey })
      return envelopeSchema.parse(answer).content
    },
  }
}

async function send(method: string, url: string, body?: object, more: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', ...more }
  const answer = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null })
  if (answer.ok) return answer.json()
  throw new Error(`${method} ${url} responded with ${answer.status}: ${await answer.text()}`)
}
