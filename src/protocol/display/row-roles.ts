/**
 * The fields by what their lines say. `quantity`: how much of what. `party`: the account that gains. `token`: the
 * token's contract. `detail`: any further fact. `stated`: already in the title or in other lines. `calls`: a batch's
 * calls.
 */
export const FIELDS_BY_ROLE = {
  quantity: ['tokenId', 'amount', 'number', 'items'],
  party: ['to', 'spender', 'operator', 'contract', 'backup', 'coSigner'],
  token: ['token'],
  detail: ['from', 'data', 'digest', 'key', 'value'],
  stated: ['approved', 'selector'],
  calls: ['calls'],
} as const

export type RowRole = keyof typeof FIELDS_BY_ROLE

/** Every role, in the order in which every screen shows them. */
export const ROW_ROLES = [
  'quantity',
  'party',
  'token',
  'detail',
  'stated',
  'calls',
] as const satisfies readonly RowRole[]
