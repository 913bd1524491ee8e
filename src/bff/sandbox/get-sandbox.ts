import type { HasSandbox } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'

/** Returns the sandbox's addresses and tokens (ADR 0003). Null outside the sandbox. */
export const getSandbox: ConsoleOperation<'getSandbox', HasSandbox> = async ({ ctx }) => ctx.settings.sandbox
