import * as z from 'zod/mini'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import { readContent, request } from './console-browser.ts'
import { SHOP, type TestBff } from './test-bff.ts'

const tokenSchema = z.object({ token: z.string(), expiresAt: z.string() })
type Init = { method?: string; body?: unknown; headers?: Record<string, string> }

/** An integrator: a backend that holds a secret, and pages on its own origin. */
export type Shop = {
  secret: string
  openSession: (body?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Response>
  token: (body?: Record<string, unknown>) => Promise<string>
}

export const ALL: WidgetOperation[] = ['create', 'transfer', 'approve', 'execute', 'sign']

export async function openShop({ bff }: TestBff, operations: WidgetOperation[] = ALL): Promise<Shop> {
  const secret = await bff.ensureIntegration({ label: `Shop ${Math.random()}`, origins: [SHOP], operations })
  if (secret === undefined) throw new Error('the integration existed')
  const openSession: Shop['openSession'] = (body, headers) =>
    bff.fetch(
      request('/api/widget/sessions', {
        method: 'POST',
        // Node's own fetch sends `sec-fetch-mode` too.
        headers: { authorization: `Bearer ${secret}`, 'sec-fetch-mode': 'cors', ...headers },
        body: { externalUserId: 'user-1', operations, origin: SHOP, ...body },
      }),
    )
  return {
    secret,
    openSession,
    token: async (body) => tokenSchema.parse(await readContent(await openSession(body))).token,
  }
}

/** Sends a request of the widget in a page, as its browser does. */
export function fromPage(
  { bff }: Pick<TestBff, 'bff'>,
  token: string,
  path: string,
  init: Init = {},
  origin = SHOP,
) {
  return bff.fetch(
    request(`/api/widget${path}`, {
      ...init,
      headers: { origin, 'sec-fetch-site': 'cross-site', authorization: `Bearer ${token}`, ...init.headers },
    }),
  )
}
