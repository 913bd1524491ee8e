import * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import { formatUnits } from '#protocol/money.ts'
import { isOfCoins, TOKEN_OPERATIONS, type TokenOperationKind } from '#protocol/operations.ts'
import type { PREPARE_ENDPOINTS } from '#protocol/prepare.ts'

/** The kind of call that each prepare endpoint prepares. */
export const PREPARED_KINDS: Readonly<Record<keyof typeof PREPARE_ENDPOINTS, TokenOperationKind>> = {
  prepareErc20Transfer: 'erc20-transfer',
  prepareErc20Approve: 'erc20-approve',
  prepareErc721SafeTransfer: 'erc721-transfer',
  prepareErc1155SafeTransfer: 'erc1155-transfer',
  prepareErc1155BatchTransfer: 'erc1155-batch-transfer',
  prepareErc721Approve: 'erc721-approve',
  prepareErc721SetApprovalForAll: 'set-approval-for-all',
  prepareErc1155SetApprovalForAll: 'set-approval-for-all',
}

const preparedBodySchema = z.catchall(
  z.object({ walletAddress: z.string(), tokenAddress: z.string() }),
  z.nullable(z.union([z.string(), z.boolean(), z.array(z.string())])),
)
type PreparedCall = {
  kind: TokenOperationKind
  walletAddress: string
  /** The decimals of the token. Undefined if unknown. */
  decimals: number | undefined
}
type Field = (typeof TOKEN_OPERATIONS)[TokenOperationKind]['fields'][number]
/** Fields of the console's send form. Undefined if the form cannot express the value. */
type FormFields = Readonly<Record<string, string>> | undefined

/** Converts each field of the prepare endpoints to fields of the console's send form, whose amounts are in human units. */
const FORM_FIELDS: Readonly<Record<Field, (value: string, call: PreparedCall) => FormFields>> = {
  // The form always sends from the wallet itself. It cannot express another owner.
  from: (from, { walletAddress }) => (sameAddress(from, walletAddress) ? {} : undefined),
  to: (to) => ({ to }),
  spender: (spender) => ({ spender }),
  operator: (operator) => ({ operator }),
  approved: (approved, { kind }) => (kind === 'erc721-approve' ? { spender: approved } : { approved }),
  tokenId: (tokenId) => ({ tokenId }),
  amount: (amount, { kind, decimals }) => {
    if (!isOfCoins(kind)) return { amount }
    return decimals === undefined ? undefined : { amount: formatUnits(amount, decimals) }
  },
  data: (data) => (data === '0x' ? {} : undefined),
  tokenIds: () => undefined,
  amounts: () => undefined,
}

/**
 * The address of the console's send form, filled in with a prepared call. Undefined if the form cannot express
 * exactly this call. `body` is the body that the prepare endpoint accepted.
 */
export function proposeCall(
  consoleUrl: string,
  kind: TokenOperationKind,
  body: unknown,
  decimals: number | undefined,
): string | undefined {
  const { walletAddress, tokenAddress, ...values } = preparedBodySchema.parse(body)
  const query = new URLSearchParams({ kind, token: tokenAddress })
  for (const field of TOKEN_OPERATIONS[kind].fields) {
    const value = values[field]
    if (value === undefined || value === null) continue
    const shown = FORM_FIELDS[field](String(value), { kind, walletAddress, decimals })
    if (shown === undefined) return undefined
    for (const [name, text] of Object.entries(shown)) query.set(name, text)
  }
  return `${consoleUrl}/wallets/${walletAddress}/send?${query.toString()}`
}
