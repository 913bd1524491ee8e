import type { TokenCallKind } from '#protocol/org/widget-call.ts'
import type { TokenStandard } from '#protocol/org/tokens.ts'
import type { WidgetOperation } from '#protocol/org/console-api.ts'
import { t } from '#web/ui/text.ts'

/** In the order in which they are offered: what moves something, then what lets others move it. */
export const SENDING_KINDS = [
  'erc20-transfer',
  'erc721-transfer',
  'erc1155-transfer',
  'erc1155-batch-transfer',
] as const satisfies readonly TokenCallKind[]
export const PERMISSION_KINDS = [
  'erc20-approve',
  'erc721-approve',
  'set-approval-for-all',
] as const satisfies readonly TokenCallKind[]

const STANDARDS: Record<TokenCallKind, readonly TokenStandard[]> = {
  'erc20-transfer': ['erc20'],
  'erc20-approve': ['erc20'],
  'erc721-transfer': ['erc721'],
  'erc721-approve': ['erc721'],
  'set-approval-for-all': ['erc721', 'erc1155'],
  'erc1155-transfer': ['erc1155'],
  'erc1155-batch-transfer': ['erc1155'],
}

/** The standards of the tokens that a kind is for. */
export function standardsOf(kind: TokenCallKind): readonly TokenStandard[] {
  return STANDARDS[kind]
}

export function findKind(text: string | null): TokenCallKind | undefined {
  return [...SENDING_KINDS, ...PERMISSION_KINDS].find((kind) => kind === text)
}

export function isPermission(kind: TokenCallKind): boolean {
  return PERMISSION_KINDS.some((permission) => permission === kind)
}

/** What the widget's session may do for this kind, and nothing beyond. */
export function operationsOf(kind: TokenCallKind): WidgetOperation[] {
  return [isPermission(kind) ? 'approve' : 'transfer', 'execute']
}

export function kindTitle(kind: TokenCallKind): string {
  switch (kind) {
    case 'erc20-transfer':
      return t('Send tokens')
    case 'erc721-transfer':
      return t('Send NFT')
    case 'erc1155-transfer':
      return t('Send ERC-1155 tokens')
    case 'erc1155-batch-transfer':
      return t('Batch send')
    case 'erc20-approve':
      return t('Approve token spending')
    case 'erc721-approve':
      return t('Approve NFT')
    case 'set-approval-for-all':
      return t('Approve operator for all')
  }
}

export function kindNote(kind: TokenCallKind): string {
  switch (kind) {
    case 'erc20-transfer':
      return t('Transfer an amount of an ERC-20 token.')
    case 'erc721-transfer':
      return t('Transfer one NFT of an ERC-721 collection.')
    case 'erc1155-transfer':
      return t('Transfer an amount of one ERC-1155 token id.')
    case 'erc1155-batch-transfer':
      return t('Transfer up to 50 ERC-1155 token ids with one signature and one fee.')
    case 'erc20-approve':
      return t('Allow a spender to transfer up to an amount of an ERC-20 token. Zero revokes it.')
    case 'erc721-approve':
      return t('Allow an address to transfer one NFT, until you revoke it or the NFT is transferred.')
    case 'set-approval-for-all':
      return t('Allow an operator to transfer all NFTs of a collection, or revoke it.')
  }
}

/** What the other account is called in each kind. */
export function partyName(kind: TokenCallKind): string {
  if (!isPermission(kind)) return t('To')
  return kind === 'set-approval-for-all' ? t('Operator') : t('Spender')
}
