import type { Exchange } from '#bff/context.ts'

/** Browser and IP address of a sign-in. Null if unknown. */
export type Device = { userAgent: string | null; ipAddress: string | null }

const USER_AGENT_LENGTH_MAX = 300

export function readDevice({ req, env }: Exchange): Device {
  const address = env.clientAddress
  return {
    userAgent: req.header('user-agent')?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    ipAddress: address === '' || address === 'unknown' ? null : address,
  }
}
