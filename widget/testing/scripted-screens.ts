import type { CreateScreens } from '#widget/flows/create-context.ts'
import type { SendScreens } from '#widget/flows/send-screens.ts'

/** The screens that a person saw, in order. */
export type Seen = { name: string; view: unknown }[]

/** A person who enters valid values unless a test sets `answers`, which receive the view. */
export function createPerson(answers: Partial<CreateScreens> = {}): CreateScreens & {
  seen: Seen
  views: <Name extends keyof CreateScreens>(name: Name) => ViewOf<CreateScreens, Name>[]
} {
  const screens: CreateScreens = {
    loading: () => {},
    askPerson: async ({ draft }) => ({ ...draft, email: draft.email || 'mira@example.com' }),
    askCode: async () => ({ kind: 'code', code: '123456' }),
    askPasskey: async ({ known }) => (known ? 'reuse' : 'create'),
    showFunding: () => {},
    working: () => {},
    askRetry: async () => {},
    showCreated: () => {},
    ...answers,
  }
  const { seen, watched, views } = watch(screens)
  return { ...watched, seen, views }
}

/** A person who sends 12.5 tokens to a friend and confirms, unless a test sets `answers`. */
export function sendPerson(answers: Partial<SendScreens> = {}): SendScreens & {
  seen: Seen
  views: <Name extends keyof SendScreens>(name: Name) => ViewOf<SendScreens, Name>[]
} {
  const screens: SendScreens = {
    loading: () => {},
    askWallet: async ([first]) => {
      if (first === undefined) throw new Error('no wallet to choose')
      return first
    },
    askTransfer: async ({ draft }) => ({
      kind: 'transfer',
      draft: { ...draft, to: draft.to || FRIEND, amount: draft.amount || '12.5' },
    }),
    askConfirm: async () => 'confirm',
    working: () => {},
    askRetry: async () => {},
    showProgress: () => {},
    ...answers,
  }
  const { seen, watched, views } = watch(screens)
  return { ...watched, seen, views }
}

export const FRIEND = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

type ViewOf<Screens, Name extends keyof Screens> = Screens[Name] extends (view: infer View) => unknown
  ? View
  : never

function watch<Screens extends Record<keyof Screens, (view: never) => unknown>>(screens: Screens) {
  const seen: Seen = []
  const watched = Object.fromEntries(
    Object.entries<(view: never) => unknown>(screens).map(([name, show]) => [
      name,
      (view: never) => {
        seen.push({ name, view })
        return show(view)
      },
    ]),
  ) as unknown as Screens
  const views = <Name extends keyof Screens>(name: Name) =>
    seen.filter((step) => step.name === name).map((step) => step.view) as ViewOf<Screens, Name>[]
  return { seen, watched, views }
}

/** A clock that only advances when a flow waits, so no test sleeps. */
export function createClock(startMs = 1_795_000_000_000): {
  now: () => number
  advance: (ms: number) => void
  wait: (ms: number, signal: AbortSignal) => Promise<void>
} {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance: (ms: number) => void (nowMs += ms),
    wait: async (ms: number, signal: AbortSignal) => {
      await Promise.resolve()
      signal.throwIfAborted()
      nowMs += ms
    },
  }
}
