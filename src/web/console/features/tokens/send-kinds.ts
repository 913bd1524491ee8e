import {
  callOperationOf,
  TOKEN_OPERATION_KINDS,
  tokenOperation,
  type TokenOperationKind,
} from '#protocol/operations.ts'
import type { WidgetOperation } from '#protocol/org/console-api.ts'
import { t } from '#web/ui/text.ts'

export function isPermission(kind: TokenOperationKind): boolean {
  return tokenOperation(kind).scope === 'token:approve'
}

/** In the displayed order: what moves tokens, then what lets others move them. */
export const SENDING_KINDS = TOKEN_OPERATION_KINDS.filter((kind) => !isPermission(kind))
export const PERMISSION_KINDS = TOKEN_OPERATION_KINDS.filter(isPermission)

export function findKind(text: string | null): TokenOperationKind | undefined {
  return TOKEN_OPERATION_KINDS.find((kind) => kind === text)
}

/** The widget session's operations for this kind, and no others. */
export function operationsOf(kind: TokenOperationKind): WidgetOperation[] {
  return [callOperationOf(tokenOperation(kind).scope), 'execute']
}

export function kindTitle(kind: TokenOperationKind): string {
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

export function kindNote(kind: TokenOperationKind): string {
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

/** The other account's name in each kind. */
export function partyName(kind: TokenOperationKind): string {
  if (!isPermission(kind)) return t('To')
  return kind === 'set-approval-for-all' ? t('Operator') : t('Spender')
}
