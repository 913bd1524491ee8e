/** Signals the state of passkeys to the device, where supported; never fails. */
export type PasskeySignals = {
  /** The passkeys of a user handle that open something. Others of the same handle may be hidden by the device. */
  accepted: (passkey: { rpId: string; userHandle: string; credentialId: string }) => void
  /** A passkey that opens nothing: the device may take it off its list. */
  unknown: (passkey: { rpId: string; credentialId: string }) => void
  /** Whether `unknown` has any effect here. */
  canForget: boolean
}

type Signal = ((options: object) => Promise<void>) | undefined

/** The browser's Signal API (WebAuthn L3 5.1.10), as far as it is there. */
export function browserSignals(): PasskeySignals {
  const given: unknown = Reflect.get(globalThis, 'PublicKeyCredential')
  const signalOf = (name: string): Signal => {
    const found: unknown = typeof given === 'function' ? Reflect.get(given, name) : undefined
    return typeof found === 'function'
      ? async (options) => void (await Reflect.apply(found, given, [options]))
      : undefined
  }
  const send = (signal: Signal, options: object) => void signal?.(options).catch(() => {})
  const unknown = signalOf('signalUnknownCredential')
  const accepted = signalOf('signalAllAcceptedCredentials')
  return {
    accepted: ({ rpId, userHandle, credentialId }) =>
      send(accepted, { rpId, userId: userHandle, allAcceptedCredentialIds: [credentialId] }),
    unknown: (passkey) => send(unknown, passkey),
    canForget: unknown !== undefined,
  }
}
