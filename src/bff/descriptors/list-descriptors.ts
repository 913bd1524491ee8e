import * as z from 'zod/mini'
import type { HasDatabase } from '#bff/context-parts.ts'
import { answer } from '#bff/http/exchange.ts'
import type { WidgetHandler } from '#bff/widget/widget-token.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { describing, readRegistry } from './registry.ts'
import { trustedBy } from './trusted-descriptors.ts'

/** `GET /api/widget/descriptors`: trusted descriptors of contracts that the page is about to call. */
export const LIST_DESCRIPTORS = {
  method: 'GET',
  path: '/descriptors',
  scope: null,
  query: z.strictObject({
    chainId: z.string().check(z.regex(/^\d{1,15}$/)),
    addresses: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,19}$/)),
  }),
  answer: z.array(z.looseObject({})),
  summary: 'Learn the trusted descriptors of contracts',
} as const satisfies Endpoint

export const listDescriptors: WidgetHandler<typeof LIST_DESCRIPTORS, HasDatabase> = async ({
  ctx,
  token,
  query,
}) => {
  const trusted = await trustedBy(ctx, token.organization.id)
  if (trusted.length === 0) return answer([])
  const asked = { chainId: Number(query.chainId), addresses: query.addresses.split(',') }
  return answer(describing(await readRegistry(), trusted, asked))
}
