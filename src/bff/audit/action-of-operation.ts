/** Verbs whose past is not made by rule. */
const IRREGULAR: Record<string, string> = { set: 'set', send: 'sent', resend: 'resent', put: 'put' }
/** Names that say too little when they are turned around. */
const BETTER: Record<string, string> = {
  'test-event.sent': 'webhook.test-sent',
  'delivery.resent': 'webhook.delivery-resent',
  'events.replayed': 'webhook.events-replayed',
  'webhook-secret.rotated': 'webhook.secret-rotated',
  'approver.notified': 'transaction.approver-reminded',
}
/** Asked by POST, and nothing is changed by it. */
const ONLY_READ: ReadonlySet<string> = new Set([
  'predictWallet',
  'resolveToken',
  'inspectToken',
  'dryRunAllowList',
])

/**
 * How the audit log calls an operation of the endpoint tables: `issueApiKey` is `api-key.issued`. Undefined for what
 * only reads. Whoever adds an endpoint has its entries without asking.
 */
export function actionOfOperation(operation: string, method: string): string | undefined {
  if (method === 'GET' || ONLY_READ.has(operation)) return undefined
  const [verb = '', ...thing] = operation
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
  const action = `${thing.join('-')}.${past(verb)}`
  return BETTER[action] ?? action
}

function past(verb: string): string {
  const irregular = IRREGULAR[verb]
  if (irregular !== undefined) return irregular
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}
