import type { TokenCallKind } from '#shared/org/widget-call.ts'
import type { TokenStandard } from '#shared/org/tokens.ts'
import type { WidgetOperation } from '#shared/org/console-api.ts'
import { t } from '#console/lib/text.ts'

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
      return t('Send coins')
    case 'erc721-transfer':
      return t('Send a collectible')
    case 'erc1155-transfer':
      return t('Send units of one item')
    case 'erc1155-batch-transfer':
      return t('Send several items at once')
    case 'erc20-approve':
      return t('Let a spender take coins')
    case 'erc721-approve':
      return t('Let somebody move one collectible')
    case 'set-approval-for-all':
      return t('Let an operator move a whole collection')
  }
}

export function kindNote(kind: TokenCallKind): string {
  switch (kind) {
    case 'erc20-transfer':
      return t('An amount of a coin (ERC-20) goes to somebody.')
    case 'erc721-transfer':
      return t('One item of a collection (ERC-721) goes to somebody.')
    case 'erc1155-transfer':
      return t('Some units of one item of a multi-token (ERC-1155) go to somebody.')
    case 'erc1155-batch-transfer':
      return t('Up to 50 items of one multi-token (ERC-1155) go to somebody, with one signature and one fee.')
    case 'erc20-approve':
      return t('A spender may then take up to an amount of a coin. Zero withdraws it.')
    case 'erc721-approve':
      return t('Somebody may then move this one item, until you clear it or the item moves.')
    case 'set-approval-for-all':
      return t('An operator may then move every item of a collection, or loses that right.')
  }
}

/** What the other account is called in each kind. */
export function partyName(kind: TokenCallKind): string {
  if (!isPermission(kind)) return t('To')
  return kind === 'set-approval-for-all' ? t('Operator') : t('Spender')
}
