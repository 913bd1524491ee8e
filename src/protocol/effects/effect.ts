/**
 * How much of a token. `number`: the units of a coin or the id of an item, and nobody here knows which. `item`: one of a
 * collection, or `units` of it; `all`: whatever the wallet has of the token, now and later.
 */
export type Quantity =
  | { is: 'coins'; units: string }
  | { is: 'number'; text: string }
  | { is: 'item'; id: string; units?: string }
  | { is: 'items'; items: { tokenId: string; units: string }[] }
  | { is: 'all' }

/** Something goes from one account to another. The native coin has the zero address. */
export type Move = {
  does: 'move'
  token: string
  what: Quantity
  from: string
  to: string
  /** Bytes that a receiving contract is handed. */
  data?: string
}

/** Who may take how much of the wallet's afterwards: so much, so much more than before, or nothing any more. */
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

/** Nobody here can tell what it does: it may be any of the others. */
export type Unread = { does: 'unread'; contract: string }

/**
 * What a call does to a wallet: what leaves it, who may take what afterwards, what changes in the wallet itself. Built
 * from the call's bytes, the wallet's address and what is known of the tokens, and from nothing that a page says.
 */
export type Effect = Move | Grant | OwnChange | Unread
