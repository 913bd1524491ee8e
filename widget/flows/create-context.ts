import type { Address } from 'viem'
import type { Fee } from '#protocol/create-wallet.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'
import type { AsksRetry } from './attempt.ts'
import type {
  CallsServer,
  HasAuthenticator,
  HasClock,
  HasConfig,
  HasMemory,
  HasRandom,
  HasReport,
  HasServerTime,
  HasSignal,
} from './context-parts.ts'

export type CreateInput = {
  /** Keeps the stored data of different servers apart. */
  apiUrl: string
  rpId: string
  label?: string | undefined
}

// The parts of the context of creating a wallet, in addition to `context-parts.ts`. `CreateContext` has all of them.

/** Screens of the flow, by the name of their step. */
export type HasCreateScreens<Step extends keyof CreateScreens> = {
  deps: { screens: Pick<CreateScreens, Step> }
}
export type HasCreateInput<Name extends keyof CreateInput> = { input: Pick<CreateInput, Name> }
/** Called right before the passkey is created. The page stops it with `false`. */
export type HasBeforeCreate = {
  deps: { beforeCreate: (passkey: { rpId: string; label: string }) => boolean | Promise<boolean> }
}
/** Loads the file that waits for a wallet's fee. */
export type LoadsFunding = { deps: { funding: () => Promise<FundingPort> } }

/** Names the owner of a passkey without a wallet. */
export type NamesOwner = HasConfig & HasCreateInput<'apiUrl' | 'rpId'>
/** Verifies the email of a wallet's person. */
export type VerifiesEmail = CallsServer &
  AsksRetry &
  HasConfig &
  HasServerTime &
  HasClock &
  HasCreateInput<'label'> &
  HasCreateScreens<'askPerson' | 'askCode'>
/** Creates the passkey of a new wallet, or asks an earlier one for a signature. */
export type ObtainsPasskey = NamesOwner &
  HasSignal &
  HasAuthenticator &
  HasMemory &
  HasRandom &
  HasReport &
  HasBeforeCreate &
  HasCreateScreens<'askPasskey'>
/** Predicts the address of a wallet and reads its fee. */
export type PredictsWallet = CallsServer & HasConfig
/** Waits until a wallet's address holds its fee. */
export type AwaitsFunding = PredictsWallet & HasClock & HasCreateScreens<'showFunding'>
/** Waits for the fee if it is missing. */
export type FundsWallet = AwaitsFunding & AsksRetry & LoadsFunding & HasCreateScreens<'working'>

/** The state that all steps of one creation share. A step's own parameter names the parts that it uses. */
export type CreateContext = VerifiesEmail &
  ObtainsPasskey &
  FundsWallet &
  HasCreateScreens<'loading' | 'showCreated'> & { input: CreateInput }

/** The dependencies of creating a wallet. */
export type CreateDeps = CreateContext['deps']

/** Waits for a wallet's fee (`funding/`). */
export type FundingPort = {
  /** Waits until the predicted address holds the fee. */
  awaitFunding: (context: AwaitsFunding, passkey: Passkey, first: Prediction) => Promise<Prediction>
}

/** The future address of a passkey's wallet. The widget computes `address` itself. */
export type Prediction = { address: Address; deployed: boolean; fee: Fee }

/** The person for whom the wallet is created. */
export type Person = { email: string; label: string }

export type CodeAnswer = { kind: 'code'; code: string } | { kind: 'resend' } | { kind: 'back' }
export type PasskeyAnswer = 'create' | 'reuse'

/**
 * The amount that is missing at an address. All amounts are in base units.
 *
 * @example
 * const onFunding = ({ address, missing, tokenSymbol }: Funding) =>
 *   showSentence(`Send ${missing} base units of ${tokenSymbol} to ${address}`)
 */
export type Funding = {
  address: string
  missing: bigint
  required: bigint
  balance: bigint
  tokenAddress: string
  tokenSymbol: string
  tokenDecimals: number
  chainId: number
  /** Whether the last poll of the balance failed. The next one follows automatically. */
  stalled: boolean
}

/**
 * A created wallet. `transactionHash` is empty if the wallet already existed because an earlier response was
 * lost.
 *
 * @example
 * const { address }: CreatedWallet = await latchkey.createWallet(input)
 */
export type CreatedWallet = { address: string; label: string; transactionHash: string }

/**
 * The steps of creating a wallet as a user sees them. Each `ask` displays one step and returns the choice. It
 * rejects with the signal's reason when the flow's signal aborts. The typed values come back in `draft`.
 */
export type CreateScreens = {
  loading: () => void
  askPerson: (view: {
    organizationName: string
    draft: Person
    emailFixed: boolean
    labelFixed: boolean
    problem: WidgetError | undefined
  }) => Promise<Person>
  askCode: (view: {
    email: string
    draft: string
    resendAtMs: number
    passkeyReady: boolean
    canChangeEmail: boolean
    resent: boolean
    problem: WidgetError | undefined
  }) => Promise<CodeAnswer>
  askPasskey: (view: {
    rpId: string
    organizationName: string
    /** Whether the passkey was created earlier and has no wallet yet. */
    known: boolean
    problem: WidgetError | undefined
  }) => Promise<PasskeyAnswer>
  showFunding: (funding: Funding) => void
  working: (step: 'address' | 'wallet') => void
  askRetry: (problem: WidgetError) => Promise<void>
  /** `isSingle` means that the passkey can never be on another device. */
  showCreated: (wallet: CreatedWallet & { canBackUp: boolean; isSingle: boolean | undefined }) => void
}
