import { sql, type Selectable } from 'kysely'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { decodeCursor, requireCursor } from '#server-kit/http/page-cursor.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'
import type { Database } from '#service/db/database.ts'
import type { ClaimKind, HoldingTables } from './tables.ts'

/** `allowed`: the token is on the organization's list. */
export type FoundClaim = Pick<Selectable<HoldingTables['holding_claims']>, 'id' | 'kind' | 'item'> & {
  token: Address
  allowed: boolean
  /** Time at which the newest log about the claim was mined. */
  mined_at: Date | null
}

const cursorSchema = z.tuple([z.boolean(), z.string().check(z.regex(/^[0-9]{1,18}$/))])

/**
 * Reads a page of a wallet's claims, as the logs show them. Claims of listed tokens come first, then the
 * newest first. The order of a claim does not change while a caller reads the pages. Listed coins are
 * excluded, because they are always read. `after` is the cursor of the previous page.
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 */
export async function findClaims(
  db: Database,
  chainId: number,
  { organizationId, wallet }: { organizationId: string; wallet: string },
  page: { after: string | undefined; count: number; tokens: readonly string[] | undefined },
): Promise<FoundClaim[]> {
  const behind = page.after === undefined ? sql`true` : afterCursor(page.after)
  const ofTokens =
    page.tokens === undefined ? sql`true` : sql`claims.token_address in (${sql.join(page.tokens)})`
  const found = await sql<FoundClaim>`
    select id, kind, token, item, allowed, (
      select mined_at from holding_events events
      where events.chain_id = ${chainId} and events.wallet_address = ${wallet}
        and events.block_number = found.block_number and events.log_index = found.log_index
        and events.item_index = found.item_index
    ) as mined_at
    from (
      select claims.id, claims.kind, claims.token_address as token, claims.item, listed.id is not null as allowed,
        claims.block_number, claims.log_index, claims.item_index
      from holding_claims claims left join organization_allowed_tokens listed
        on listed.organization_id = ${organizationId} and listed.address = claims.token_address
      where claims.chain_id = ${chainId} and claims.wallet_address = ${wallet} and claims.open
        and ${ofTokens}
        and not (claims.kind = 'coin' and coalesce(listed.standard = 'erc20', false))
    ) found
    where ${behind} order by allowed desc, id desc limit ${page.count}`.execute(db)
  return found.rows
}

function afterCursor(text: string) {
  const [allowed, id] = requireCursor(decodeCursor(cursorSchema, text))
  return sql`(allowed, id) < (${allowed}::boolean, ${id}::bigint)`
}

/** Returns the block up to which the logs of a wallet are read. Undefined until the wallet's earlier logs are read. */
export async function readUpTo(db: Database, chainId: number, wallet: string): Promise<string | undefined> {
  const found = await sql<{ block: string }>`
    select progress.next_block - 1 as block
    from holding_wallets followed join holding_indexes progress using (chain_id)
    where followed.chain_id = ${chainId} and followed.address = ${wallet}
      and followed.next_block >= followed.live_from and progress.next_block > progress.start_block`.execute(
    db,
  )
  return found.rows[0]?.block
}

/** A claim that the token's contract confirms now, with the data that it returns. Addresses are in lower case. */
export type ConfirmedClaim = FoundClaim & { amount?: bigint; spender?: Address }

type Rule = {
  /** The calls whose results confirm the claim. */
  questions: (claim: FoundClaim, wallet: Address) => Hex[]
  /** Undefined if the results do not confirm the claim. */
  confirm: (answers: readonly Hex[], wallet: Address) => { amount?: bigint; spender?: Address } | undefined
}

const encodeOwnerCall = (item: string) => encodeCall('ownerOf(uint256)', [item])

const RULES: Record<ClaimKind, Rule> = {
  coin: {
    questions: (_claim, wallet) => [encodeCall('balanceOf(address)', [wallet])],
    confirm: amountAboveZero,
  },
  multiToken: {
    questions: ({ item }, wallet) => [encodeCall('balanceOf(address,uint256)', [wallet, item])],
    confirm: amountAboveZero,
  },
  allowance: {
    questions: ({ item }, wallet) => [encodeCall('allowance(address,address)', [wallet, item])],
    confirm: amountAboveZero,
  },
  collectible: {
    questions: ({ item }) => [encodeOwnerCall(item)],
    confirm: ([owner = '0x'], wallet) => (answeredAddress(owner) === wallet ? {} : undefined),
  },
  itemApproval: {
    questions: ({ item }) => [encodeOwnerCall(item), encodeCall('getApproved(uint256)', [item])],
    confirm: ([owner = '0x', approved = '0x'], wallet) => {
      const spender = answeredAddress(approved)
      if (answeredAddress(owner) !== wallet || spender === undefined || spender === ZERO_ADDRESS)
        return undefined
      return { spender }
    },
  },
  operator: {
    questions: ({ item }, wallet) => [encodeCall('isApprovedForAll(address,address)', [wallet, item])],
    confirm: ([answer = '0x']) => ((answeredNumber(answer) ?? 0n) === 0n ? undefined : {}),
  },
}

/**
 * Returns the claims that the chain confirms now, in the same order. A contract that does not respond
 * confirms nothing.
 *
 * @param wallet In lower case.
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function confirmClaims(
  chain: ChainReader,
  wallet: Address,
  claims: readonly FoundClaim[],
): Promise<ConfirmedClaim[]> {
  const asked = claims.map((claim) => ({ claim, questions: RULES[claim.kind].questions(claim, wallet) }))
  const reads = asked.flatMap(({ claim, questions }) =>
    questions.map((data) => ({ contract: claim.token, data })),
  )
  const answers = (await readContracts(chain, reads)).values()
  return asked.flatMap(({ claim, questions }) => {
    const own = questions.map(() => answers.next().value ?? '0x')
    const confirmed = RULES[claim.kind].confirm(own, wallet)
    return confirmed === undefined ? [] : [{ ...claim, ...confirmed }]
  })
}

function amountAboveZero([answer = '0x']: readonly Hex[]): { amount: bigint } | undefined {
  const amount = answeredNumber(answer) ?? 0n
  return amount === 0n ? undefined : { amount }
}
