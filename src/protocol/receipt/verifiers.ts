/** The caller's implementations of the signature algorithms: WebCrypto in a browser, node:crypto in a server. */
export type Verifiers = {
  /** Verifies ECDSA on P-256 with SHA-256. `rs` is r and s of 32 bytes each. */
  p256: (key: { x: Uint8Array; y: Uint8Array }, message: Uint8Array, rs: Uint8Array) => Promise<boolean>
  ed25519: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>
  /** Verifies ECDSA on secp256k1 over the digest itself, by the account with this address. */
  account: (signature: AccountSignature) => Promise<boolean>
}

/** `rs`: r and s of 32 bytes each. `recovery`: 0 or 1, which selects one of the two possible public keys. */
export type AccountSignature = { account: string; digest: Uint8Array; rs: Uint8Array; recovery: number }

/** Sends a node a request. @throws if the node is unreachable or refuses */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The result of a check. An invalid key or signature makes every check fail. */
export async function attempt(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch (cause) {
    if (cause instanceof Error) return false
    throw cause
  }
}
