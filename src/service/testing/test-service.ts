import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { SCOPES, type Scope } from '#protocol/endpoint.ts'
import { normaliseIp } from '#protocol/ip-range.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { createApp } from '#service/app.ts'
import { createService, openAdmission, type ServiceOptions } from '#service/create-service.ts'
import { storeApiKey } from '#service/keys/issue-api-key.ts'
import { registerDomain } from '#service/organizations/domains.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { startTestContext, type TestContext } from './test-context.ts'

/** An organization with its first domain and a key with every scope. */
export type TestOrganization = { id: string; domain: string; rpIdHash: string; key: string; keyId: string }

/** A response. `content` is unparsed. `text` is the whole body, for byte-by-byte comparisons. */
export type Answer = {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- assertions look into it; nothing trusts it
  content: any
}

export type CallOptions = {
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
  /** The sender over the network. Undefined means a call within the process. */
  client?: ClientAddress
}

type ClientAddress = { address?: string | undefined }

export type TestService = Awaited<ReturnType<typeof addServiceTools>>

const envelope = z.object({ statusCode: z.number(), content: z.unknown() })

/**
 * The HTTP surface on a fresh database. Without `parts`, its chain does not respond, which suits tests that need no
 * chain.
 */
export async function startTestService(
  parts: Parameters<typeof startTestContext>[0] = {},
): Promise<TestService> {
  const ctx = await startTestContext(parts)
  const admission = openAdmission(ctx)
  const app = createApp(ctx, admission)
  const stop = async () => {
    await admission.stop()
    await ctx.close()
  }
  const fetch: Served['fetch'] = async (request, client) =>
    app.fetch(request, { client: client && { ip: normaliseIp(client.address) } })
  return addServiceTools({ ctx, fetch, stop })
}

/**
 * Starts a service on a test's context, with some parts replaced. The service's `stop` also calls `close` and
 * closes the context.
 */
export async function serveOn(
  base: TestContext,
  parts: Partial<ServiceOptions> & Pick<ServiceOptions, 'relayerSigners'>,
  close: () => Promise<void>,
): Promise<TestService> {
  const service = createService({ ...base, ...parts })
  const { mails, logLines, clock } = base
  const ctx = Object.assign(await service.start(), { mails, logLines, clock, close: base.close })
  const stop = async () => {
    await service.stop()
    await close()
    await base.close()
  }
  return addServiceTools({ ctx, fetch: service.fetch, release: service.release, stop })
}

type Served = {
  ctx: TestContext
  fetch: (request: Request, client?: ClientAddress) => Promise<Response>
  /** Ends waits, as a process does before it stops (`Service.release`). */
  release?: () => void
  stop: () => Promise<void>
}

/** The tools of a test for an existing service. */
export async function addServiceTools({ ctx, fetch, release = () => {}, stop }: Served) {
  const addKey = async (organizationId: string, scopes: Scope[]) =>
    (await newKey(ctx, organizationId, scopes)).secret
  const addOrganization = (name: string, domain: string) => newOrganization(ctx, name, domain)
  /** The organization with the domain `localhost`. Calls use its key unless they pass a different key. */
  const demo = await addOrganization('Demo', 'localhost')

  /** Calls a path such as `/v1/baas/wallets`. Checks that every response has the envelope and a request id. */
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const headers = new Headers(options.headers)
    const key = options.key === undefined ? demo.key : options.key
    if (key !== null) headers.set('x-api-key', key)
    const init: RequestInit = { method, headers }
    if (options.body !== undefined) {
      if (!headers.has('content-type')) headers.set('content-type', 'application/json')
      init.body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
    }
    return readAnswer(await fetch(new Request(`http://service.test${path}`, init), options.client))
  }

  /** Requests a code and reads it from the mail. */
  const requestCode = async (email: string, organization = demo) => {
    const path = '/v1/baas/wallets/request-email-verification'
    const answer = await call('POST', path, { key: organization.key, body: { email } })
    if (answer.status !== 200) throw new Error(`no code was sent: ${answer.text}`)
    return codeIn(ctx.mails.findLast((mail) => mail.to === email.toLowerCase() && CODE.test(mail.text))?.text)
  }

  return { ctx, demo, fetch, call, addOrganization, addKey, requestCode, release, stop }
}

/** The refused fields of a response. Throws if the response has no refused fields. */
export function refusedFields({ status, content, text }: Answer): string[] {
  if (status !== 400 || content.code !== 'VALIDATION_FAILED') throw new Error(`no field is refused: ${text}`)
  return content.errors.map((error: { path: string }) => error.path)
}

/** The query of the next page, from the Link header of a response. */
export function nextQuery({ headers }: Pick<Answer, 'headers'>): string | undefined {
  const link = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  return link === undefined ? undefined : new URL(link).search
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  if (!response.headers.has('x-request-id')) throw new Error('an answer without x-request-id')
  if (text === '') return { status: response.status, headers: response.headers, text, content: undefined }
  const body = z.parse(envelope, JSON.parse(text))
  if (body.statusCode !== response.status) throw new Error(`the envelope says ${body.statusCode}: ${text}`)
  return { status: response.status, headers: response.headers, text, content: body.content }
}

async function newOrganization(ctx: TestContext, name: string, domain: string): Promise<TestOrganization> {
  const now = ctx.clock.now()
  const { id } = await createOrganization(ctx.db, { name, now })
  await registerDomain(ctx.db, { organizationId: id, domain, now })
  const { secret, id: keyId } = await newKey(ctx, id, [...SCOPES])
  return { id, domain, rpIdHash: rpIdHash(domain), key: secret, keyId }
}

function newKey(ctx: TestContext, organizationId: string, scopes: Scope[]) {
  const label = `test ${randomUUID().slice(0, 8)}`
  return storeApiKey(ctx.db, { organizationId, label, scopes, expiresAt: null, now: ctx.clock.now() })
}

const CODE = /\bcode is ([0-9]{6})\b/

function codeIn(text: string | undefined): string {
  const code = CODE.exec(text ?? '')?.[1]
  if (code === undefined) throw new Error('there is no code in the mail')
  return code
}
