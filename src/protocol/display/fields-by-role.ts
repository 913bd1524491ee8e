/*
 * The fields by what their lines say, each list in the order in which every screen shows them. A screen takes only the
 * lists that it draws, so that the widget's first file does not contain the others.
 */

/** Fields that state a quantity: of a token, or of items. */
export const QUANTITY_FIELDS = ['tokenId', 'amount', 'number', 'items'] as const

/** Fields with the account that gains something. */
export const PARTY_FIELDS = ['to', 'spender', 'operator', 'contract', 'backup', 'coSigner'] as const

/** The token's contract. */
export const TOKEN_FIELDS = ['token'] as const

/** Further facts about the call. */
export const DETAIL_FIELDS = ['from', 'data', 'digest', 'key', 'value'] as const

/** Facts that the title or other lines already state. */
export const STATED_FIELDS = ['approved', 'selector'] as const
