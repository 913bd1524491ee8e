import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { WalletSummary } from '#protocol/wallet-summaries.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import { readCoSigned } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import { enrolledApproverId } from '#service/wallets/approval-wallet.ts'
import { classifyProtection } from '#service/wallets/get-wallet.ts'

/** Maximum number of listed tokens that are read for each wallet. */
export const SUMMARIZED_TOKENS_MAX = 20
/** Maximum number of ERC-1155 token IDs that are read for each wallet. */
export const SUMMARIZED_ITEMS_MAX = 5

/**
 * `GET /wallets/summaries`: balances of listed tokens, last activity and protection of several wallets. For all
 * wallets together, it runs a fixed number of statements, and one call of the node per forty balances (ADR 0018).
 *
 * @throws WALLET_NOT_OWNED if one of them is not a wallet of the organization, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const summarizeWallets: Operation<'summarizeWallets', HasChain & HasDatabase> = async (
  ctx,
  { organizationId },
  { query },
) => {
  const addresses = [...new Set(query.addresses.split(',').map(lowerCase))]
  const [rows, listed] = await Promise.all([
    readRows(ctx, organizationId, addresses),
    selectAllowed(ctx.db, organizationId).execute(),
  ])
  const byAddress = new Map(rows.map((row) => [row.address, row]))
  const wallets = addresses.map((address) => {
    const row = byAddress.get(address)
    if (row === undefined) throw apiError('WALLET_NOT_OWNED')
    return row
  })
  const [holdings, coSigned] = await Promise.all([
    readHoldings(ctx, addresses, listed),
    readCoSigned(ctx.chain, addresses),
  ])
  return {
    tokens: holdings.coins.map(({ address, symbol, decimals }) => ({
      address: checksumAddress(address),
      symbol,
      decimals,
    })),
    wallets: wallets.map((row) => ({
      address: checksumAddress(row.address),
      ...summarizeHoldings(holdings, row),
      ...(row.is_read && { lastActivityDatetime: row.active_at?.toISOString() ?? null }),
      ...protectionAnswer(row, coSigned.get(row.address)),
    })),
  }
}

/** SQL at the end of a subquery that must use its index, because the planner expects more addresses than there are. */
const BY_KEY = sql`offset 0`

type Row = {
  address: Address
  status: 'submitted' | 'deployed'
  approver_id: string | null
  active_at: Date | null
  /** Whether the index of logs has read the wallet's past. */
  is_read: boolean
}

async function readRows({ db, chain }: HasChain & HasDatabase, organizationId: string, addresses: string[]) {
  const { rows } = await sql<Row>`${PREPARED}
    select wallet.address, wallet.status, ${enrolledApproverId('wallet')} as approver_id,
      greatest(sent.created_at, moved.mined_at) as active_at,
      exists (select from holding_wallets as followed
        where followed.chain_id = ${sql.lit(chain.id)} and followed.address = wallet.address
          and followed.next_block >= followed.live_from) as is_read
    from unnest(string_to_array(${addresses.join(',')}, ',')) as asked (address)
    cross join lateral (
      select organization_id, address, status, external_user_id, email from wallets
      where address = asked.address and organization_id = ${organizationId} and status <> 'failed' ${BY_KEY}
    ) as wallet
    left join lateral (
      select created_at from transactions
      where organization_id = ${organizationId} and wallet_address = asked.address
      order by created_at desc, id desc limit 1
    ) as sent on true
    left join lateral (
      select mined_at from holding_events
      where chain_id = ${sql.lit(chain.id)} and wallet_address = asked.address
      order by block_number desc, log_index desc, item_index desc limit 1
    ) as moved on true`.execute(db)
  return rows
}

type Listed = { address: string; standard: TokenStandard; symbol: string; decimals: number }

/** A listed token, or one token ID of it, whose balance one wallet reports. */
type Question = { wallet: string; token: string; standard: TokenStandard; data: Hex }

/** `amount` is undefined if the token did not respond. */
type Balance = Question & { amount: bigint | undefined }

type Holdings = {
  /** The ERC-20 tokens that were read. */
  coins: Listed[]
  balances: Balance[]
  /** The wallets of which something was not read: tokens at the end of a long list, or further token IDs. */
  isCut: (wallet: string) => boolean
  /** Whether the list has ERC-1155 tokens, whose token IDs only the index of logs can find. */
  needsIndex: boolean
}

async function readHoldings(
  ctx: HasChain & HasDatabase,
  addresses: readonly Address[],
  listed: readonly Listed[],
): Promise<Holdings> {
  const counted = listed.filter(({ standard }) => standard !== 'erc1155')
  const tokens = counted.slice(0, SUMMARIZED_TOKENS_MAX)
  const multiTokens = listed.flatMap(({ standard, address }) => (standard === 'erc1155' ? [address] : []))
  const items = await findItems(ctx, addresses, multiTokens)
  const questions = [...addresses.flatMap((wallet) => askTokens(wallet, tokens)), ...items.map(askItem)]
  const answers = await readContracts(
    ctx.chain,
    questions.map(({ token, data }) => ({ contract: lowerCase(token), data })),
  )
  return {
    coins: tokens.filter(({ standard }) => standard === 'erc20'),
    balances: questions.map((one, index) => ({ ...one, amount: answeredNumber(answers[index] ?? '0x') })),
    isCut: (wallet) =>
      tokens.length < counted.length ||
      items.filter((item) => item.wallet === wallet).length > SUMMARIZED_ITEMS_MAX,
    needsIndex: multiTokens.length > 0,
  }
}

function askTokens(wallet: string, tokens: readonly Listed[]): Question[] {
  const data = encodeCall('balanceOf(address)', [wallet])
  return tokens.map(({ address: token, standard }) => ({ wallet, token, standard, data }))
}

type Item = { wallet: string; token: string; item: string }

function askItem({ wallet, token, item }: Item): Question {
  return {
    wallet,
    token,
    standard: 'erc1155',
    data: encodeCall('balanceOf(address,uint256)', [wallet, item]),
  }
}

/** Finds the token IDs of listed ERC-1155 tokens that the wallets have received, up to one more than is allowed. */
async function findItems(
  { db, chain }: HasChain & HasDatabase,
  addresses: readonly string[],
  multiTokens: readonly string[],
): Promise<Item[]> {
  if (multiTokens.length === 0) return []
  const { rows } = await sql<Item>`${PREPARED}
    select asked.address as wallet, claim.token_address as token, claim.item
    from unnest(string_to_array(${addresses.join(',')}, ',')) as asked (address)
    cross join lateral (
      select token_address, item from holding_claims
      where chain_id = ${sql.lit(chain.id)} and wallet_address = asked.address and kind = 'multiToken' and open
        and token_address = any(string_to_array(${multiTokens.join(',')}, ','))
      order by token_address, item limit ${sql.lit(SUMMARIZED_ITEMS_MAX + 1)}
    ) as claim`.execute(db)
  return rows
}

type HoldingsSummary = Pick<WalletSummary, 'coins' | 'nfts' | 'multiTokens' | 'isWhole'>

function summarizeHoldings({ balances, isCut, needsIndex }: Holdings, row: Row): HoldingsSummary {
  const own = balances.filter(({ wallet }) => wallet === row.address)
  const held = own.flatMap(({ token, standard, amount = 0n }) =>
    amount === 0n ? [] : [{ token, standard, amount }],
  )
  const ofStandard = (wanted: TokenStandard) => held.filter(({ standard }) => standard === wanted)
  return {
    coins: ofStandard('erc20').map(({ token, amount }) => ({
      tokenAddress: checksumAddress(token),
      amount: amount.toString(),
    })),
    nfts: Number(ofStandard('erc721').reduce((sum, { amount }) => sum + amount, 0n)),
    multiTokens: ofStandard('erc1155').length,
    isWhole:
      !isCut(row.address) && (row.is_read || !needsIndex) && own.every(({ amount }) => amount !== undefined),
  }
}

/** Returns the protection of a wallet. Undefined if its contract is deployed but did not respond. */
function protectionAnswer(row: Row, isCoSigned: boolean | undefined): Pick<WalletSummary, 'protection'> {
  const hasApprover = row.approver_id !== null
  if (isCoSigned !== undefined)
    return { protection: classifyProtection({ hasCoSigner: isCoSigned, hasApprover }) }
  return row.status === 'deployed'
    ? {}
    : { protection: classifyProtection({ hasCoSigner: false, hasApprover }) }
}
