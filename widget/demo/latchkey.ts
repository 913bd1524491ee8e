import * as z from 'zod/mini'

/** A customer of the shop. `id` is the shop's own id of the customer, which Latchkey stores as `externalUserId`. */
export type User = { id: string; name: string; email: string }
/** The file with the element, or the file for a page that embeds the element in a frame. */
export type WidgetFile = 'module' | 'frameHost'
/** Address and hash of a widget file for a page's tag. */
export type WidgetTag = { url: string; integrity: string }

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({ module: fileSchema, frameHost: fileSchema })
const sessionSchema = z.object({ content: z.object({ token: z.string() }) })
const faucetSchema = z.object({ content: z.object({ transactionHash: z.string() }) })

/** The shop's settings for Latchkey. */
export type LatchkeyOptions = {
  /** Origin of the Latchkey server, for the browser and this backend. */
  latchkeyUrl: string
  /** The shop's integration secret. Never leaves this backend except to Latchkey. */
  integrationSecret: string
  /** Address of the sandbox's faucet. */
  faucetUrl: string
  /** Address of the demo token, in which the shop is paid. */
  demoCoin: string
}

/** The calls of an integrator's backend to Latchkey. */
export type Latchkey = {
  /** The widget file for the page, with the hash that the browser checks. */
  loadTag: (wanted: WidgetFile) => Promise<WidgetTag>
  /** A short-lived token for this user and the origin of the page with the element. */
  session: (user: User, origin: string) => Promise<{ token: string }>
  /** Mints demo tokens to an address. */
  drip: (to: string, amount: string) => Promise<{ transactionHash: string }>
}

/** Only this function uses the integration secret. */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  const { latchkeyUrl, integrationSecret } = options
  return {
    async loadTag(wanted) {
      const manifest = await read(manifestSchema, `${latchkeyUrl}/widget/v1/integrity.json`)
      const { file, integrity } = manifest[wanted]
      return { url: `${latchkeyUrl}/widget/v1/${file}`, integrity }
    },
    async session(user, origin) {
      const url = `${latchkeyUrl}/api/widget/sessions`
      const wanted = {
        externalUserId: user.id,
        externalUserLabel: user.name,
        email: user.email,
        // `approve` lets the widget offer a backup address and the wallet's protection.
        operations: ['create', 'transfer', 'approve', 'execute'],
        origin,
      }
      const { content } = await read(sessionSchema, url, wanted, `Bearer ${integrationSecret}`)
      return { token: content.token }
    },
    async drip(to, amount) {
      const { content } = await read(faucetSchema, options.faucetUrl, { token: options.demoCoin, to, amount })
      return content
    },
  }
}

/** Sends a request and parses the response. Uses POST if there is a body. */
async function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  url: string,
  body?: object,
  authorization = '',
): Promise<z.infer<Schema>> {
  const headers = { 'content-type': 'application/json', authorization }
  const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(url, { ...post, signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} responded with ${answer.status}`)
  return schema.parse(await answer.json())
}
