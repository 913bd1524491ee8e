import { CommandError, readAction, readArgs, required, UsageError, type Command } from '#cli/command.ts'
import { createOrganizationWithKey } from '#cli/organization-with-key.ts'
import { printRows } from '#cli/print-rows.ts'
import { withOperations, findOrganization } from '#cli/with-operations.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { listOrganizations, setGasBudget, setRequestLimit } from '#service/index.ts'

const ACTIONS = ['create', 'list', 'set-gas-budget', 'set-limits'] as const
const JSON_FLAG = { json: { type: 'boolean' } } as const
const COLUMNS = ['id', 'name', 'createdAt', 'requestsPerMinute']
const NAME_LENGTH_MAX = 100

export const organizations: Command = {
  summary: 'create and list organizations, and set their limits',
  help: `
Usage: latchkey organizations create <name> [--domain <host>]… [--json]
       latchkey organizations list [--json]
       latchkey organizations set-gas-budget <organization> <wei per UTC day | none | default>
       latchkey organizations set-limits <organization> --requests-per-minute <number | default>

create prints the organization and its first API key. The key has every scope and is shown only once.
A domain given with --domain counts as verified, because you are the operator. <organization> is an id or a name.
`,
  async run(args, terminal) {
    const { action, rest } = readAction(args, ACTIONS)
    if (action === 'create') {
      const options = { domain: { type: 'string', multiple: true }, ...JSON_FLAG } as const
      const { values, positionals } = readArgs(rest, options)
      const name = required(positionals[0], 'The name of the organization').trim()
      if (name.length > NAME_LENGTH_MAX)
        throw new UsageError(`The name must have at most ${NAME_LENGTH_MAX} characters.`)
      const wanted = { name, domains: values.domain ?? [], keyLabel: 'First key' }
      const made = await withOperations(terminal, (operations) =>
        createOrganizationWithKey(operations, wanted).catch(explainTakenDomain),
      )
      const { tookOver, ...answer } = made
      if (tookOver) terminal.note(TOOK_OVER)
      if (values.json === true) return terminal.print(JSON.stringify(answer, null, 2))
      terminal.print(`organization  ${made.id}  ${made.name}\nAPI key       ${made.apiKey}`)
      return terminal.note('The API key is shown only once. It has every scope: store it on a server.')
    }
    if (action === 'list') {
      const { values } = readArgs(rest, JSON_FLAG)
      const rows = await withOperations(terminal, ({ db }) => listOrganizations(db))
      return printRows(terminal, rows, { json: values.json, columns: COLUMNS })
    }
    if (action === 'set-gas-budget') {
      const [wanted, wei] = readArgs(rest, {}).positionals
      const weiPerDay = readWei(required(wei, 'The budget'))
      return withOperations(terminal, async (operations) => {
        const { id, name } = await findOrganization(operations, required(wanted, 'The organization'))
        await setGasBudget(operations.db, { organizationId: id, weiPerDay, now: operations.clock.now() })
        terminal.print(`${name}: gas budget ${wei}`)
      })
    }
    const { values, positionals } = readArgs(rest, { 'requests-per-minute': { type: 'string' } })
    const limit = readLimit(required(values['requests-per-minute'], '--requests-per-minute'))
    return withOperations(terminal, async (operations) => {
      const { id, name } = await findOrganization(operations, required(positionals[0], 'The organization'))
      await setRequestLimit(operations.db, id, limit)
      terminal.print(`${name}: ${limit ?? 'the default of'} requests per minute`)
    })
  },
}

const TOOK_OVER =
  'An earlier start created an unused organization without a name for this domain. It now has this name, and keeps ' +
  'the console’s own key. Running servers show the name after a restart.'

function explainTakenDomain(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.code !== 'CONFLICT') throw cause
  throw new CommandError(
    `${cause.publicMessage}\n“latchkey organizations list” lists the organizations. The organization with this domain ` +
      'already exists: issue a key for it with “latchkey keys issue --organization <id>”.',
    { cause },
  )
}

function readWei(text: string): bigint | null | 'default' {
  if (text === 'default') return 'default'
  if (text === 'none') return null
  if (/^(0|[1-9][0-9]{0,77})$/.test(text)) return BigInt(text)
  throw new UsageError('The budget must be a whole number of wei, “none” or “default”.')
}

function readLimit(text: string): number | null {
  if (text === 'default') return null
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new CommandError('The limit must be a whole number of requests, or “default”.')
}
