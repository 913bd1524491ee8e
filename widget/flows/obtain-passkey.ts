import { hexFromBytes } from '#protocol/signing/hex.ts'
import { WidgetError } from '#widget/errors.ts'
import { createPasskey, type Passkey } from '#widget/passkey/create-passkey.ts'
import { signDigest } from '#widget/passkey/sign-digest.ts'
import { repeat } from './attempt.ts'
import type { HasMemory } from './context-parts.ts'
import type { NamesOwner, ObtainsPasskey, Person } from './create-context.ts'

/**
 * The passkey of the new wallet, created now or earlier in this browser without a wallet. An earlier one must
 * sign once, so that a key planted in the browser's storage never becomes a wallet's owner.
 */
export async function obtainPasskey(context: ObtainsPasskey, person: Person): Promise<Passkey> {
  const { deps, config, input, signal } = context
  const owner = nameOwner(context)
  return repeat(
    (problem) => {
      const known = problem?.next !== 'passkey' && pendingPasskey(context) !== undefined
      return deps.screens.askPasskey({
        rpId: input.rpId,
        organizationName: config.organizationName,
        known,
        problem,
      })
    },
    async (answer) => {
      const pending = pendingPasskey(context)
      if (answer === 'reuse' && pending !== undefined) {
        const proof = { digest: hexFromBytes(deps.random(32)), passkey: pending }
        await signDigest(deps.authenticator, proof, signal)
        return pending
      }
      if (!(await deps.beforeCreate({ rpId: input.rpId, label: person.label })))
        throw new WidgetError('STOPPED_BY_PAGE')
      const passkey = await createPasskey(
        deps,
        {
          rpId: input.rpId,
          organizationName: config.organizationName,
          userName: person.email,
          displayName: person.label === '' ? config.organizationName : person.label,
          wallet: { kind: 'created', chainId: config.chainId },
        },
        signal,
      )
      deps.memory.keepPending(owner, passkey)
      return passkey
    },
    { report: deps.report, signal },
  )
}

/** The owner of a pending passkey. There is one per server, domain and user. */
export function nameOwner({ input, config }: NamesOwner): string {
  return [input.apiUrl, input.rpId, config.externalUserId ?? ''].join('|')
}

function pendingPasskey(context: HasMemory & NamesOwner): Passkey | undefined {
  const pending = context.deps.memory.pending(nameOwner(context))
  return pending?.rpId === context.input.rpId ? pending : undefined
}
