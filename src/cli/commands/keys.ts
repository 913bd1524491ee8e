import { readAction, readArgs, required, UsageError, type Command, type Terminal } from '#cli/command.ts'
import { splitList } from '#cli/environment.ts'
import { printRows } from '#cli/print-rows.ts'
import { withOperations, findOrganization } from '#cli/with-operations.ts'
import { issueApiKeyRequestSchema, rotateApiKeyRequestSchema } from '#protocol/api-keys.ts'
import { listApiKeys, revokeApiKey, rotateApiKey, storeApiKey } from '#service/index.ts'

const ACTIONS = ['issue', 'list', 'revoke', 'rotate'] as const
const OPTIONS = {
  organization: { type: 'string' },
  label: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  grace: { type: 'string' },
  json: { type: 'boolean' },
} as const
const COLUMNS = 'id label start scopes createdAtDatetime expiresAtDatetime revokedAtDatetime'.split(' ')
/** The operator acts without an API key, so there is no key id. */
const NO_KEY = '00000000-0000-0000-0000-000000000000'

export const keys: Command = {
  summary: 'issue, list, revoke and rotate API keys',
  help: `
Usage: latchkey keys issue --label <text> --scopes <scope,scope> [--expires <ISO time>]
       latchkey keys list
       latchkey keys revoke <key id>
       latchkey keys rotate <key id> [--grace <seconds>]

  --organization <id or name>   optional if there is only one organization
  --json                        print JSON for programs

A new secret is shown only once. After a key is revoked, every process rejects the next request with it.
`,
  async run(args, terminal) {
    const { action, rest } = readAction(args, ACTIONS)
    const { values, positionals } = readArgs(rest, OPTIONS)
    const { json } = values
    await withOperations(terminal, async (operations) => {
      const { id: organizationId } = await findOrganization(operations, values.organization)
      const params = { keyId: positionals[0] ?? '' }
      if (action === 'list') {
        const rows = await listApiKeys(operations, { organizationId, keyId: NO_KEY })
        return printRows(terminal, rows, { json, columns: COLUMNS })
      }
      if (action === 'issue') {
        const now = operations.clock.now()
        const { label, scopes, expiresAtDatetime } = readNewKey(values)
        const expiresAt = expiresAtDatetime === undefined ? null : new Date(expiresAtDatetime)
        if (expiresAt !== null && expiresAt <= now)
          throw new UsageError('--expires must be a time in the future.')
        return printSecret(
          terminal,
          await storeApiKey(operations.db, { organizationId, label, scopes, expiresAt, now }),
          json,
        )
      }
      required(positionals[0], 'The id of the key')
      if (action === 'revoke') {
        const revoked = await revokeApiKey(operations, { organizationId, keyId: NO_KEY }, { params })
        return printRows(terminal, [revoked], { json, columns: COLUMNS })
      }
      // Passes the key itself as the caller, because a key may rotate itself. Its own scopes are then checked.
      const caller = { organizationId, keyId: params.keyId.toLowerCase() }
      const body = readGrace(values.grace)
      return printSecret(terminal, await rotateApiKey(operations, caller, { params, body }), json)
    })
  },
}

function readNewKey(values: { label?: string; scopes?: string; expires?: string }) {
  const parsed = issueApiKeyRequestSchema.safeParse({
    label: required(values.label, '--label'),
    scopes: [...new Set(splitList(required(values.scopes, '--scopes')))],
    ...(values.expires !== undefined && { expiresAtDatetime: values.expires }),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.message}`)
  throw new UsageError(lines.join('\n'))
}

function readGrace(grace: string | undefined) {
  const parsed = rotateApiKeyRequestSchema.safeParse(
    grace === undefined ? {} : { graceSeconds: /^[0-9]+$/.test(grace) ? Number(grace) : grace },
  )
  if (parsed.success) return parsed.data
  throw new UsageError(`--grace ${parsed.error.issues.map(({ message }) => message).join(', ')}`)
}

function printSecret(terminal: Terminal, key: { id: string; secret: string }, json: boolean | undefined) {
  if (json === true) return terminal.print(JSON.stringify(key, null, 2))
  terminal.print(`key     ${key.id}\nsecret  ${key.secret}`)
  terminal.note('The secret is shown only once. Store it on a server.')
}
