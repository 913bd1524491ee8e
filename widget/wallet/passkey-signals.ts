/** Signals the state of passkeys to the device, where supported; never fails. */
export type PasskeySignals = ReturnType<typeof browserSignals>

type SignalledPasskey = { rpId: string; credentialId: string }
type Signal = ((options: object) => Promise<void>) | undefined

/** The browser's Signal API (WebAuthn L3 5.1.10), as far as it is there. */
export function browserSignals() {
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
    /** The passkeys of a user handle that open something. Others of the same handle may be hidden by the device. */
    accepted: ({ rpId, userHandle, credentialId }: SignalledPasskey & { userHandle: string }) =>
      send(accepted, { rpId, userId: userHandle, allAcceptedCredentialIds: [credentialId] }),
    /** A passkey that opens nothing: the device may take it off its list. */
    unknown: (passkey: SignalledPasskey) => send(unknown, passkey),
    /** Whether `unknown` has any effect here. */
    canForget: unknown !== undefined,
  }
}
