import * as z from 'zod/mini'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import { sameAddress } from '#protocol/display/address.ts'
import {
  type TokenOperationKind,
  toCallOperation,
  TOKEN_OPERATION_KINDS,
  tokenOperation,
} from '#protocol/operations.ts'
import { t, inTypedForm } from '#web/ui/text.ts'

export function isPermission(kind: TokenOperationKind): boolean {
  return tokenOperation(kind).scope === 'token:approve'
}

/** Kinds in the displayed order: first kinds that move tokens, then kinds that let others move them. */
export const SENDING_KINDS = TOKEN_OPERATION_KINDS.filter((kind) => !isPermission(kind))
export const PERMISSION_KINDS = TOKEN_OPERATION_KINDS.filter(isPermission)

/** The operations that a widget session needs for a kind. */
export function listOperations(kind: TokenOperationKind): WidgetOperation[] {
  return [toCallOperation(tokenOperation(kind).scope), 'execute']
}

export function kindTitle(kind: TokenOperationKind): string {
  return {
    'erc20-transfer': t('Send tokens'),
    'erc721-transfer': t('Send NFT'),
    'erc1155-transfer': t('Send ERC-1155 tokens'),
    'erc1155-batch-transfer': t('Batch send'),
    'erc20-approve': t('Approve token spending'),
    'erc721-approve': t('Approve NFT'),
    'set-approval-for-all': t('Approve operator for all'),
  }[kind]
}

export function kindNote(kind: TokenOperationKind): string {
  return {
    'erc20-transfer': t('Transfer an amount of an ERC-20 token.'),
    'erc721-transfer': t('Transfer one NFT of an ERC-721 collection.'),
    'erc1155-transfer': t('Transfer an amount of one ERC-1155 token ID.'),
    'erc1155-batch-transfer': t('Transfer up to 50 ERC-1155 token IDs with one signature and one fee.'),
    'erc20-approve': t('Allow a spender to transfer up to an amount of an ERC-20 token. Zero revokes it.'),
    'erc721-approve': t(
      'Allow an address to transfer one NFT, until you revoke it or the NFT is transferred.',
    ),
    'set-approval-for-all': t('Allow an operator to transfer all NFTs of a collection, or revoke it.'),
  }[kind]
}

/** Name of the counterparty for each kind. */
export function partyName(kind: TokenOperationKind): string {
  if (!isPermission(kind)) return t('To')
  return kind === 'set-approval-for-all' ? t('Operator') : t('Spender')
}

/** Choice of a token that is not on the list. */
export const OTHER_TOKEN = 'other'

/** Raw input of the form. Each kind keeps its input while another one is displayed. */
const sendValuesSchema = z.object({
  kind: z.enum(TOKEN_OPERATION_KINDS),
  /** A listed address in lower case, or `OTHER_TOKEN`. Empty until the list is known. */
  tokenChoice: z.string(),
  otherToken: z.string(),
  /** Recipient, spender or operator. */
  party: z.string(),
  tokenId: z.string(),
  /** Amount in human units. */
  amount: z.string(),
  isUnlimited: z.boolean(),
  /** `take` revokes a permission. */
  grant: z.enum(['give', 'take']),
  /** The extra check box before an unlimited permission. */
  isUnderstood: z.boolean(),
  rows: z.array(z.object({ tokenId: z.string(), amount: z.string() })),
})
export type SendValues = z.infer<typeof sendValuesSchema>
export type BatchRow = SendValues['rows'][number]

export const EMPTY_ROW: BatchRow = { tokenId: '', amount: '' }

/** Form values from a link. */
export function valuesOfQuery(query: URLSearchParams): SendValues {
  const text = (name: string) => query.get(name)?.trim() ?? ''
  const kind = TOKEN_OPERATION_KINDS.find((one) => one === query.get('kind')) ?? 'erc20-transfer'
  const clears = kind === 'erc721-approve' && /^0x0{40}$/.test(text('spender'))
  return {
    kind,
    tokenChoice: text('token').toLowerCase(),
    otherToken: text('token'),
    party: clears ? '' : text('to') || text('spender') || text('operator'),
    tokenId: text('tokenId'),
    amount: inTypedForm(text('amount')),
    isUnlimited: false,
    grant: clears || text('approved') === 'false' ? 'take' : 'give',
    isUnderstood: false,
    rows: [{ tokenId: text('tokenId'), amount: inTypedForm(text('amount')) }, EMPTY_ROW],
  }
}

/** Address of the chosen or typed token. */
export function readTokenAddress({
  tokenChoice,
  otherToken,
}: Pick<SendValues, 'tokenChoice' | 'otherToken'>): string {
  return tokenChoice === OTHER_TOKEN ? otherToken.trim() : tokenChoice
}

/** An item that the wallet holds. `amount` is in whole units, and undefined for NFTs. */
export type HeldItem = { tokenAddress: string; tokenId: string; amount?: string }

/** The wallet's holdings for the forms, in base units. Undefined if the service does not report them. */
export type Holdings = {
  coins?: readonly { tokenAddress: string; amount: string }[]
  items?: readonly HeldItem[]
  /** The wallet's fee per transaction. Null or undefined if unknown. */
  fee?: { tokenAddress: string; amountPerTransaction: string } | null
}

/** The wallet’s balance of a coin, in base units. Undefined if unknown. */
export function findBalance({ coins }: Holdings, tokenAddress: string): bigint | undefined {
  const coin = coins?.find((one) => sameAddress(one.tokenAddress, tokenAddress))
  return coin === undefined ? undefined : BigInt(coin.amount)
}

/** Fee of a transaction that is paid in this coin, in base units. */
export function feeIn({ fee }: Holdings, tokenAddress: string): bigint {
  return fee && sameAddress(fee.tokenAddress, tokenAddress) ? BigInt(fee.amountPerTransaction) : 0n
}

/** Balance and fee that limit a transfer of a coin, in base units. */
export function readLimits(
  holdings: Holdings,
  tokenAddress: string,
): { balance: bigint | undefined; fee: bigint } {
  return { balance: findBalance(holdings, tokenAddress), fee: feeIn(holdings, tokenAddress) }
}

/** Send form state in an entry of the browser's history: the input, and whether it is being reviewed. */
const entrySchema = z.object({ draft: sendValuesSchema, isReview: z.optional(z.boolean()) })

/** Input stored in this history entry, without the consent, which is given each time. */
export function readDraft(state: unknown): SendValues | undefined {
  const { data } = entrySchema.safeParse(state)
  return data && { ...data.draft, isUnderstood: false }
}

export function isReview(state: unknown): boolean {
  return entrySchema.safeParse(state).data?.isReview === true
}

/**
 * Stores the input in the current history entry, for going back and reloading. Bypasses the router, whose
 * navigation would render the page again on each keystroke.
 */
export function saveDraft(draft: SendValues): void {
  window.history.replaceState(Object.assign({}, window.history.state, { usr: { draft } }), '')
}
