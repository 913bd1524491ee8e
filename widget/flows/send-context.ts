import type { SendInput } from './send-input.ts'
import type { ChoosesCalls, FindsCalls, FollowsCalls, HasScreens } from './send-parts.ts'
import type { Executed } from './unfinished.ts'

/** The state that all steps of signing one call share. A step's own parameter names the parts that it uses. */
export type SendContext = ChoosesCalls &
  FindsCalls &
  FollowsCalls &
  HasExecutedListener &
  HasScreens<'loading'> & { input: SendInput }

/** Called when the service has accepted the call. */
export type HasExecutedListener = { deps: { executed: (executed: Executed) => void } }

/** The dependencies of signing a call. */
export type SendDeps = SendContext['deps']
