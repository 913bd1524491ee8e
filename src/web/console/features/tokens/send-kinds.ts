import {
  callOperationOf,
  TOKEN_OPERATION_KINDS,
  tokenOperation,
  type TokenOperationKind,
} from '#protocol/operations.ts'
import type { WidgetOperation } from '#protocol/console-api.ts'
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
    'erc1155-transfer': t('Transfer an amount of one ERC-1155 token id.'),
    'erc1155-batch-transfer': t('Transfer up to 50 ERC-1155 token ids with one signature and one fee.'),
    'erc20-approve': t('Allow a spender to transfer up to an amount of an ERC-20 token. Zero revokes it.'),
    'erc721-approve': t(
      'Allow an address to transfer one NFT, until you revoke it or the NFT is transferred.',
    ),
    'set-approval-for-all': t('Allow an operator to transfer all NFTs of a collection, or revoke it.'),
  }[kind]
}

/** The other account's name in each kind. */
export function partyName(kind: TokenOperationKind): string {
  if (!isPermission(kind)) return t('To')
  return kind === 'set-approval-for-all' ? t('Operator') : t('Spender')
}
