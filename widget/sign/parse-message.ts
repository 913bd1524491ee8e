import { signableMessageSchema, type SignableMessage } from '#protocol/widget-call.ts'
import { WidgetError } from '#widget/errors.ts'

const KINDS = ['text', 'bytes', 'typed-data']

/**
 * Parses a page's message, except its typed data.
 *
 * @throws WidgetError `CONFIGURATION`, with the invalid member in `detail`
 */
export function parseMessage(given: unknown): SignableMessage {
  const parsed = signableMessageSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new WidgetError('CONFIGURATION', { detail: `message: ${findFault(given, issue)}` })
}

type Issue = {
  code?: string | undefined
  path: readonly PropertyKey[]
  message: string
  keys?: readonly string[]
}

function findFault(given: unknown, issue: Issue | undefined): string {
  if (given === undefined || given === null) return 'it is missing: set the property message'
  if (typeof given !== 'object') return `it must be an object, not ${typeof given}`
  if (issue?.code === 'unrecognized_keys') return `${(issue.keys ?? []).join(', ')} is not a member of it`
  const path = (issue?.path ?? []).join('.')
  if (path === '' || path === 'kind') return `kind must be one of ${KINDS.join(', ')}`
  return `${path} ${issue?.message ?? 'is wrong'}`
}
