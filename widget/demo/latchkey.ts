import * as z from 'zod/mini'

/** A customer of the shop. `id` is the shop's own: what Latchkey knows as `externalUserId`. */
export type User = { id: string; name: string; email: string }
/** The element itself, or what the page around a frame with it loads. */
export type WidgetFile = 'module' | 'frameHost'
/** A file of the widget as a page names it. */
export type WidgetTag = { url: string; integrity: string }

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({ module: fileSchema, frameHost: fileSchema })
const sessionSchema = z.object({ content: z.object({ token: z.string() }) })
const faucetSchema = z.object({ content: z.object({ transactionHash: z.string() }) })

/** The shop's Latchkey. */
export type LatchkeyOptions = {
  /** Origin of the Latchkey server, as the browser and this backend reach it. */
  latchkeyUrl: string
  /** The shop's integration secret. It stays in this process. */
  integrationSecret: string
  /** The sandbox's faucet. */
  faucetUrl: string
  /** Address of the demo token, in which the shop is paid. */
  demoCoin: string
}

/** All calls of Latchkey by an integrator's backend. Only this file sends the secret. */
export function createLatchkey(options: LatchkeyOptions) {
  const { latchkeyUrl, integrationSecret } = options
  return {
    /** The file to put into the page, with the hash that the browser will insist on. */
    async tagOf(wanted: WidgetFile): Promise<WidgetTag> {
      const manifest = await read(manifestSchema, `${latchkeyUrl}/widget/v1/integrity.json`)
      const { file, integrity } = manifest[wanted]
      return { url: `${latchkeyUrl}/widget/v1/${file}`, integrity }
    },
    /** A short-lived token for this user on the origin of the page with the element. */
    async session(user: User, origin: string): Promise<{ token: string }> {
      const url = `${latchkeyUrl}/api/widget/sessions`
      const wanted = {
        externalUserId: user.id,
        externalUserLabel: user.name,
        email: user.email,
        // With `approve` the widget can offer a backup address and the protection of the wallet.
        operations: ['create', 'transfer', 'approve', 'execute'],
        origin,
      }
      const { content } = await read(sessionSchema, url, wanted, `Bearer ${integrationSecret}`)
      return { token: content.token }
    },
    /** Mints demo tokens to an address. */
    async drip(to: string, amount: string): Promise<{ transactionHash: string }> {
      const { content } = await read(faucetSchema, options.faucetUrl, { token: options.demoCoin, to, amount })
      return content
    },
  }
}

/** Posts where there is a body. */
async function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  url: string,
  body?: object,
  authorization = '',
): Promise<z.infer<Schema>> {
  const headers = { 'content-type': 'application/json', authorization }
  const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(url, { ...post, signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  return schema.parse(await answer.json())
}
