/** Signals the state of passkeys to the device, if supported. Never fails. */
export type PasskeySignals = {
  /** The usable passkeys of a user handle. The device may hide others with the same handle. */
  accepted: (passkey: SignalledPasskey & { userHandle: string }) => void
  /** A passkey that opens no wallet. The device may remove it from its list. */
  unknown: (passkey: SignalledPasskey) => void
  /** Whether `unknown` has an effect in this browser. */
  canForget: boolean
}

type SignalledPasskey = { rpId: string; credentialId: string }
type Signal = ((options: object) => Promise<void>) | undefined

/** The supported part of the browser's Signal API (WebAuthn L3 5.1.10). */
export function browserSignals(): PasskeySignals {
  const given: unknown = Reflect.get(globalThis, 'PublicKeyCredential')
  const findSignal = (name: string): Signal => {
    const found: unknown = typeof given === 'function' ? Reflect.get(given, name) : undefined
    return typeof found === 'function'
      ? async (options) => void (await Reflect.apply(found, given, [options]))
      : undefined
  }
  const send = (signal: Signal, options: object) => void signal?.(options).catch(() => {})
  const unknown = findSignal('signalUnknownCredential')
  const accepted = findSignal('signalAllAcceptedCredentials')
  return {
    accepted: ({ rpId, userHandle, credentialId }) =>
      send(accepted, { rpId, userId: userHandle, allAcceptedCredentialIds: [credentialId] }),
    unknown: (passkey) => send(unknown, passkey),
    canForget: unknown !== undefined,
  }
}
