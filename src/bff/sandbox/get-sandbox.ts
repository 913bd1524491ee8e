import type { ConsoleOperation } from '#bff/http/console-operation.ts'

/** Returns the sandbox's addresses and tokens (ADR 0003). Null outside the sandbox. */
export const getSandbox: ConsoleOperation<'getSandbox'> = async ({ ctx }) => ctx.settings.sandbox
