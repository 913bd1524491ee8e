/**
 * Quantity of a token. `number`: units of a coin or the id of an item, which the call does not show. `item`: one item
 * of a collection, or `units` of it. `all`: the wallet's whole balance of the token, now and later.
 */
export type Quantity =
  | { is: 'coins'; units: string }
  | { is: 'number'; text: string }
  | { is: 'item'; id: string; units?: string }
  | { is: 'items'; items: { tokenId: string; units: string }[] }
  | { is: 'all' }

/** A transfer between accounts. The native coin has the zero address. */
export type Move = {
  does: 'move'
  token: string
  what: Quantity
  from: string
  to: string
  /** Bytes passed to a receiving contract. */
  data?: string
}

/** A permission over the wallet's tokens: a limit, an increase of it, or its revocation. */
export type Grant = {
  does: 'grant'
  token: string
  what: Quantity
  to: string
  sets: 'to' | 'more' | 'nothing'
}

/** A change of the wallet itself. */
export type OwnChange =
  | { does: 'backup'; to: string }
  | { does: 'cancel-recovery' }
  | { does: 'cancel-call'; digest: string }
  | { does: 'co-signer'; to: string }
  | { does: 'start-co-signer-removal' | 'keep-co-signer' }
  | { does: 'add-key' | 'remove-key'; key: string }

/**
 * An objection that delays the removal of a co-signer from another wallet. The call has this effect only if the
 * contract is a wallet whose co-signer is this wallet.
 */
export type Objection = { does: 'object-to-removal'; contract: string }

/** Effects that could not be read. They may be of any kind. */
export type Unread = { does: 'unread'; contract: string }

/**
 * A call's effect on a wallet: assets that leave it, permissions afterwards, changes of the wallet itself.
 * Built only from the call's bytes, the wallet's address and the known tokens.
 */
export type Effect = Move | Grant | OwnChange | Objection | Unread
