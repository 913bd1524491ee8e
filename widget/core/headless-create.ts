import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { WidgetError } from '#widget/errors.ts'
import type { CreateDeps, CreatedWallet, CreateScreens, Funding } from '#widget/flows/create-context.ts'
import { createWallet } from '#widget/flows/create-wallet.ts'
import { awaitFunding } from '#widget/funding/await-funding.ts'
import { goOn, chooseSignal, throwProblem, type CoreDeps } from './core-deps.ts'
import { mayOpen } from './may-open.ts'

/**
 * A page's input for creating a wallet.
 *
 * @example
 * const input: CreateWalletInput = {
 *   email: 'mira@example.com',
 *   label: 'Savings',
 *   askCode: async ({ problem }) => prompt(problem === undefined ? 'Code' : 'That code was wrong'),
 * }
 */
export type CreateWalletInput = {
  /** Email address that receives the code. Not needed if the widget token is bound to an email address. */
  email?: string | undefined
  /** Name of the wallet. */
  label?: string | undefined
  /**
   * Returns the six digits sent to `email`, or null to request another mail. Called again with `problem` if
   * they were wrong or too old. The passkey stays stored.
   */
  askCode: (view: { email: string; problem: WidgetError | undefined }) => Promise<string | null>
  /**
   * Called on each poll while the address holds less than the fee. Without `onFunding`, a missing fee is an error.
   */
  onFunding?: ((funding: Funding) => void) | undefined
  /** Called right before the passkey prompt. The prompt opens unless this returns or resolves to `false`. */
  beforeCreate?: ((passkey: { rpId: string; label: string }) => boolean | Promise<boolean>) | undefined
  signal?: AbortSignal | undefined
}

const OPTIONS = {
  email: 'own',
  label: 'attribute',
  askCode: 'required',
  onFunding: 'function',
  beforeCreate: 'function',
  signal: 'object',
} satisfies Record<keyof CreateWalletInput, OptionKind>

/**
 * Creates a wallet: code, passkey, address and fee, deployment.
 *
 * @throws WidgetError, or the signal's reason on abort
 */
export async function headlessCreate(deps: CoreDeps, input: CreateWalletInput): Promise<CreatedWallet> {
  checkOptions('createWallet', input, OPTIONS)
  const label = readAttribute('label', input.label)
  const beforeCreate: CreateDeps['beforeCreate'] = (passkey) => mayOpen(input.beforeCreate, passkey)
  const { apiUrl, rpId } = deps
  return createWallet(
    {
      ...deps,
      screens: toScreens({ ...input, label }),
      beforeCreate,
      funding: async () => ({ awaitFunding }),
    },
    { apiUrl, rpId, label },
    chooseSignal(input),
  )
}

function toScreens(input: CreateWalletInput): CreateScreens {
  return {
    loading: () => {},
    async askPerson({ draft, emailFixed, problem }) {
      goOn(problem)
      const email = emailFixed ? draft.email : (input.email ?? '')
      if (email === '') throw new WidgetError('CONFIGURATION', { detail: 'email: the token names none' })
      return { email, label: input.label ?? '' }
    },
    async askCode({ email, problem }) {
      if (problem !== undefined && problem.next !== 'code') throw problem
      const code = await input.askCode({ email, problem })
      return code === null ? { kind: 'resend' } : { kind: 'code', code }
    },
    async askPasskey({ known, problem }) {
      goOn(problem)
      return known ? 'reuse' : 'create'
    },
    showFunding(funding) {
      if (input.onFunding === undefined)
        throw new WidgetError('INSUFFICIENT_FEE_BALANCE', { detail: funding.address })
      input.onFunding(funding)
    },
    working: () => {},
    askRetry: throwProblem,
    showCreated: () => {},
  }
}
