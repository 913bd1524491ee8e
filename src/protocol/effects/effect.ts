/**
 * How much of a token. `number`: units of a coin or the id of an item, undecidable here. `item`: one of a
 * collection, or `units` of it; `all`: the wallet's whole balance of the token, now and later.
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
  /** Bytes for a receiving contract. */
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

/** The wallet itself changes. */
export type OwnChange =
  | { does: 'backup'; to: string }
  | { does: 'cancel-recovery' }
  | { does: 'cancel-call'; digest: string }
  | { does: 'co-signer'; to: string }
  | { does: 'start-co-signer-removal' | 'keep-co-signer' }
  | { does: 'add-key' | 'remove-key'; key: string }

/**
 * The removal of a co-signer takes longer in another wallet. This holds if the contract is a wallet and this wallet is
 * its co-signer.
 */
export type Objection = { does: 'object-to-removal'; contract: string }

/** Unknown effects: it may be any of the others. */
export type Unread = { does: 'unread'; contract: string }

/**
 * A call's effect on a wallet: what leaves it, who may take what afterwards, what changes in the wallet itself. Built
 * from the call's bytes, the wallet's address and the known tokens alone.
 */
export type Effect = Move | Grant | OwnChange | Objection | Unread
