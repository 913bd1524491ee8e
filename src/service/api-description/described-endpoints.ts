import { OPEN_WIDGET_SESSION } from '#protocol/console/widget-session.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { BFF_ERRORS, type ErrorCode, ERRORS } from '#protocol/errors.ts'

/** One endpoint of the tables, as described to readers. */
export type DescribedEndpoint = {
  /** The endpoint's name, which is the operation's id and the anchor of its section. */
  name: string
  /** Path below the origin, with `{name}` for a path parameter. */
  path: string
  group: string
  row: Endpoint
  /** Credential of the endpoint: an API key, or the secret of an integration. */
  by: 'apiKey' | 'integrationSecret'
  /** Every error code that it can return, including those that all endpoints share. */
  errors: DescribedCode[]
}

const GROUPS: Record<string, string> = {
  addresses: 'Wallets',
  wallets: 'Wallets',
  tokens: 'Tokens',
  transactions: 'Transactions',
  messages: 'Messages',
  config: 'Deployment',
}

/** All endpoints, in the order of the tables. */
export const DESCRIBED_ENDPOINTS: readonly DescribedEndpoint[] = [
  ...described('/v1/baas', BAAS_ENDPOINTS, (path) => GROUPS[firstSegment(path)] ?? 'Other'),
  ...described('/v1/org', ORG_ENDPOINTS, (path) => `Organization: ${firstSegment(path)}`),
  {
    name: 'openWidgetSession',
    path: OPEN_WIDGET_SESSION.path,
    group: 'Widget sessions',
    row: OPEN_WIDGET_SESSION,
    by: 'integrationSecret',
    errors: [
      'VALIDATION_FAILED',
      'INVALID_JSON',
      'INTEGRATION_SECRET_INVALID',
      'ORIGIN_REFUSED',
      'OPERATION_REFUSED',
      'WALLET_NOT_OWNED',
      'BODY_TOO_LARGE',
      'NOT_JSON',
      'RATE_LIMITED',
      'INTERNAL',
      'UNAVAILABLE',
    ],
  },
]

function described(
  prefix: string,
  table: Record<string, Endpoint>,
  groupOf: (path: string) => string,
): DescribedEndpoint[] {
  return Object.entries(table).map(([name, row]) => ({
    name,
    path: prefix + row.path.replaceAll(/:(\w+)/g, '{$1}'),
    group: groupOf(row.path),
    row,
    by: 'apiKey',
    errors: listErrors(row),
  }))
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Errors that can occur before and after every operation (profile 6), then those that the endpoint names. */
function listErrors(row: Endpoint): ErrorCode[] {
  const body: ErrorCode[] = ['INVALID_JSON', 'BODY_TOO_LARGE', 'NOT_JSON']
  const post: ErrorCode[] = ['CONFLICT', 'IDEMPOTENCY_KEY_REUSED']
  const errors: ErrorCode[] = [
    'VALIDATION_FAILED',
    'INVALID_API_KEY',
    ...(row.scope === null ? [] : (['INSUFFICIENT_SCOPES'] as const)),
    'API_KEY_IN_BROWSER',
    'IP_NOT_ALLOWED',
    'RATE_LIMITED',
    'INTERNAL',
    'UNAVAILABLE',
    ...(row.body === undefined && row.method === 'GET' ? [] : body),
    ...(row.method === 'POST' ? post : []),
    ...whatParamsName(row),
    ...(row.errors ?? []),
  ]
  return [...new Set(errors)]
}

/**
 * The error for a path parameter whose resource does not exist or belongs to another organization. Paths of tokens
 * have no such error, because any address may be a token.
 */
function whatParamsName({ path }: Endpoint): ErrorCode[] {
  if (!path.includes(':') || path.startsWith('/tokens/')) return []
  return [path.includes(':address') ? 'WALLET_NOT_OWNED' : 'NOT_FOUND']
}

const { INTEGRATION_SECRET_INVALID, ORIGIN_REFUSED, OPERATION_REFUSED } = BFF_ERRORS

/** All errors of the service, and those errors of the BFF that an integrator's backend can receive. */
export const DESCRIBED_ERRORS = { ...ERRORS, INTEGRATION_SECRET_INVALID, ORIGIN_REFUSED, OPERATION_REFUSED }
export type DescribedCode = keyof typeof DESCRIBED_ERRORS

const CATALOGUE: Record<string, { status: number; message: (...data: string[]) => string }> = DESCRIBED_ERRORS

/** The public text of a code, with `…` in place of each value. */
export function errorText(code: string): string {
  const text = CATALOGUE[code]?.message('…', '…', '…', '…') ?? ''
  return text === '…' ? 'The message names what was expected.' : text
}
