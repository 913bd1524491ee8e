import { useState } from 'preact/hooks'
import type { Hex } from 'viem'
import type { Draft } from './draft-call.ts'
import { type Found, readAgain } from './find-wallet.ts'
import { buildSubmissions, type Submission } from './payer.ts'
import { readNativeToken, type Token } from './read-token.ts'

/** The last sent call and the hash of its transaction. */
export type Done = { what: Draft['what']; hash: Hex }

type Rescue = {
  found: Found | null
  tokens: readonly Token[]
  draft: Draft | null
  /** The passkey's signature over the draft. */
  tuple: Hex | null
  submissions: readonly Submission[] | null
  done: Done | null
  setDraft: (next: Draft | null) => void
  open: (next: Found) => Promise<void>
  addToken: (token: Token) => void
  sign: (signature: Hex) => void
  coSign: (coSignature: Hex | undefined) => void
  paid: (hash: Hex) => Promise<void>
}

/** State of the steps. Each step clears the later ones, so that only the last displayed call is sent. */
export function useRescue(): Rescue {
  const [found, setFound] = useState<Found | null>(null)
  const [tokens, setTokens] = useState<readonly Token[]>([])
  const [draft, setDraftOnly] = useState<Draft | null>(null)
  const [tuple, setTuple] = useState<Hex | null>(null)
  const [submissions, setSubmissions] = useState<readonly Submission[] | null>(null)
  const [done, setDone] = useState<Done | null>(null)

  function setDraft(next: Draft | null): void {
    setDraftOnly(next)
    setTuple(null)
    setSubmissions(null)
    setDone(null)
  }
  function complete(signed: Hex, coSignature: Hex | undefined): void {
    if (found === null || draft === null) return
    const { connection, wallet } = found
    setSubmissions(buildSubmissions(connection, wallet, draft.call, { tuple: signed, coSignature }))
  }
  return {
    found,
    tokens,
    draft,
    tuple,
    submissions,
    done,
    setDraft,
    async open(next) {
      const native = await readNativeToken(next.connection.node, next.wallet.address)
      setDraft(null)
      setTokens([native])
      setFound(next)
    },
    addToken: (token) =>
      setTokens((before) => [...before.filter(({ address }) => address !== token.address), token]),
    sign(signature) {
      setTuple(signature)
      setSubmissions(null)
      if (draft?.coSigner === undefined) complete(signature, undefined)
    },
    coSign(coSignature) {
      if (tuple !== null) complete(tuple, coSignature)
    },
    async paid(hash) {
      const what = draft?.what
      setDraft(null)
      if (what === undefined || found === null) return
      setDone({ what, hash })
      setFound({ ...found, wallet: await readAgain(found.connection, found.wallet) })
    },
  }
}
