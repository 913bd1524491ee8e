import { isAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { CommandError, readAction, readArgs, UsageError, type Command } from '#cli/command.ts'
import { printRows } from '#cli/print-rows.ts'
import { withOperations, type Operations } from '#cli/with-operations.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/limits.ts'
import {
  adoptDeployments,
  adoptWallet,
  knownFactory,
  openChain,
  readDeployedWallet,
  readFinalBlock,
  type Adoption,
  type AdoptionContext,
} from '#service/index.ts'

const OPTIONS = {
  'from-block': { type: 'string' },
  'external-user-id': { type: 'string' },
  email: { type: 'string' },
  json: { type: 'boolean' },
} as const

const OUTCOMES: Readonly<Record<Adoption | 'no-wallet', string>> = {
  adopted: 'adopted',
  linked: 'linked to its end-user',
  known: 'already known',
  'no-domain': 'no organization has verified the domain of its passkey',
  'no-wallet': 'this address has no wallet of this deployment',
}
const endUserSchema = z.object({
  externalUserId: z.string().check(z.minLength(1), z.maxLength(EXTERNAL_USER_ID_LENGTH_MAX)),
  email: emailSchema,
})
const FAILED: ReadonlySet<string> = new Set(['no-domain', 'no-wallet'])

export const wallets: Command = {
  summary: 'adopt wallets that are on the chain but not in the database',
  help: `
Usage: latchkey wallets adopt --from-block <number>
       latchkey wallets adopt <address>... [--external-user-id <id> --email <address>]

  --from-block <number>      adopt every wallet that the relayer's keys deployed in this block or later
  --external-user-id <id>    end-user of the wallet, with --email; mails them the invitation to approve
  --json                     print JSON for programs

A wallet belongs to the organization that has verified the domain of its passkey. After “latchkey restore”, serve
searches for wallets that were created after the backup. It cannot find their end-users, who are not on the chain.
`,
  async run(args, terminal) {
    const { rest } = readAction(args, ['adopt'])
    const { values, positionals } = readArgs(rest, OPTIONS)
    const addresses = positionals.map(readAddress)
    const endUser = readEndUser(values, addresses)
    const fromBlock = readBlock(values['from-block'])
    if (addresses.length === 0 && fromBlock === undefined) {
      throw new UsageError('Pass addresses, or a block with --from-block.')
    }
    const rows = await withOperations(terminal, (operations) =>
      onChain(operations, async (ctx) => {
        const outcomes: { wallet: string; outcome: Adoption | 'no-wallet' }[] = []
        if (fromBlock !== undefined) {
          const to = (await readFinalBlock(ctx))?.number ?? 0n
          const found = await adoptDeployments(ctx, { from: fromBlock, to })
          outcomes.push(...found.map((wallet) => ({ wallet, outcome: 'adopted' as const })))
        }
        for (const address of addresses) {
          const wallet = await readDeployedWallet(ctx.chain, address)
          const outcome = wallet === undefined ? 'no-wallet' : await adoptWallet(ctx, { wallet, endUser })
          outcomes.push({ wallet: address, outcome })
        }
        return outcomes
      }),
    )
    if (rows.some(({ outcome }) => FAILED.has(outcome))) terminal.fail()
    const shown =
      values.json === true ? rows : rows.map((row) => ({ ...row, outcome: OUTCOMES[row.outcome] }))
    printRows(terminal, shown, { json: values.json, columns: ['wallet', 'outcome'] })
  },
}

async function onChain<Result>(
  { environment, db, clock, settings, log }: Operations,
  work: (ctx: AdoptionContext) => Promise<Result>,
): Promise<Result> {
  if (environment.chain === undefined) {
    throw new CommandError('RPC_URL is not set: the sandbox’s own chain runs only inside its server.')
  }
  const connection = await openChain({ ...environment.chain, log })
  try {
    const chain = { ...connection, factory: await knownFactory(db, connection.id) }
    return await work({ db, clock, settings, chain })
  } finally {
    await connection.close()
  }
}

function readAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new UsageError(`“${text}” is not an address.`)
  return text
}

function readBlock(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  if (!/^[0-9]{1,18}$/.test(text)) throw new UsageError('--from-block must be a block number.')
  return BigInt(text)
}

function readEndUser(
  { 'external-user-id': externalUserId, email }: { 'external-user-id'?: string; email?: string },
  addresses: readonly Address[],
) {
  if (externalUserId === undefined && email === undefined) return undefined
  const endUser = endUserSchema.safeParse({ externalUserId, email })
  if (!endUser.success) throw new UsageError('Pass both --external-user-id and --email, with valid values.')
  if (addresses.length !== 1) throw new UsageError('Pass exactly one address with an end-user.')
  return endUser.data
}
