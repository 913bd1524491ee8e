import * as z from 'zod/mini'
import { Refusal } from './http.ts'
import type { User } from './users.ts'

/** The element itself, or what the page around a frame with it loads. */
export type WidgetFile = 'module' | 'frameHost'
/** A file of the widget as the manifest of the server names it. */
export type Widget = { url: string; integrity: string }

export type Latchkey = ReturnType<typeof createLatchkey>

const fileSchema = z.object({ file: z.string(), integrity: z.string() })
const manifestSchema = z.object({ module: fileSchema, frameHost: fileSchema })
const sessionSchema = z.object({ content: z.object({ token: z.string() }) })
const dripSchema = z.strictObject({ address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)) })
const faucetSchema = z.object({
  transactionHash: z.optional(z.string()),
  content: z.optional(z.object({ transactionHash: z.string() })),
})

/** All calls of Latchkey by an integrator's backend. Only this file sends the secret. */
export function createLatchkey(options: {
  latchkeyUrl: string
  integrationSecret: string
  faucetUrl: string
  demoCoin: string
}) {
  const { latchkeyUrl } = options
  return {
    /** The file to put into the page, with the hash that the browser will insist on. */
    async widget(wanted: WidgetFile): Promise<Widget> {
      const manifest = await request(`${latchkeyUrl}/widget/v1/integrity.json`, manifestSchema)
      const { file, integrity } = manifest[wanted]
      return { url: `${latchkeyUrl}/widget/v1/${file}`, integrity }
    },
    /** A short-lived token for this user on the origin of the page with the element. */
    async session(user: User, origin: string): Promise<{ token: string }> {
      const { content } = await request(`${latchkeyUrl}/api/widget/sessions`, sessionSchema, {
        authorization: `Bearer ${options.integrationSecret}`,
        body: {
          externalUserId: user.id,
          externalUserLabel: user.name,
          email: user.email,
          operations: ['create', 'transfer', 'execute'],
          origin,
        },
      })
      return { token: content.token }
    },
    /** Mints demo tokens to an address. */
    async drip(body: unknown, units: string): Promise<{ transactionHash: string }> {
      const parsed = dripSchema.safeParse(body)
      if (!parsed.success) throw new Refusal(400, 'That is no address.')
      const answer = await request(options.faucetUrl, faucetSchema, {
        body: { token: options.demoCoin, to: parsed.data.address, amount: units },
      })
      return { transactionHash: answer.content?.transactionHash ?? answer.transactionHash ?? '' }
    },
  }
}

async function request<Schema extends z.ZodMiniType>(
  url: string,
  schema: Schema,
  post?: { body: object; authorization?: string },
): Promise<z.infer<Schema>> {
  const answer = await fetch(url, {
    method: post === undefined ? 'GET' : 'POST',
    headers: {
      ...(post === undefined ? {} : { 'content-type': 'application/json' }),
      ...(post?.authorization === undefined ? {} : { authorization: post.authorization }),
    },
    ...(post === undefined ? {} : { body: JSON.stringify(post.body) }),
    signal: AbortSignal.timeout(15_000),
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  return schema.parse(await answer.json())
}
