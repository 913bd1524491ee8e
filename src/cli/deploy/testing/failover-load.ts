import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { ApprovingUser } from '#cli/testing/approving-user.ts'
import { call, transferRequest, type ClientWallet } from '#cli/testing/client.ts'
import { heldResultSchema, immediateResultSchema } from '#protocol/execute-transaction.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { readSignedCall } from '#service/testing/wallet-requests.ts'

const RETRY_MS = 50
/** Pause after each accepted execute, in milliseconds. The test is about the failover, not the throughput. */
const PAUSE_MS = 200
/** Number of held calls per call that is left undecided. */
const UNDECIDED = 4
/** Validity of the signed calls, in seconds. The specification allows a day. */
const VALID_SECONDS = 20 * 3_600

/** A call that the service has accepted with 200. */
export type Accepted = {
  digest: Hex
  body: object
  wallet: ClientWallet
  isHeld: boolean
  /** Whether the call is held and its end-user leaves it undecided. */
  isLeft: boolean
  atMs: number
}

export type FailoverLoad = {
  server: { url: string }
  apiKey: string
  chainId: number
  recipient: Hex
  /** Each wallet, with its end-user if its calls are held. */
  senders: readonly Sender[]
}
type Sender = { wallet: ClientWallet; approve: ApprovingUser | undefined }

const resultSchema = z.union([heldResultSchema, immediateResultSchema])

/** Number of calls signed so far, in all loads. Makes every call different. */
let number = 0

/** Status codes after which the request is retried. `SERVER_ERROR` is the lowest 5xx code. */
const TOO_MANY = 429
const SERVER_ERROR = 500

type Result = z.infer<typeof resultSchema>

/**
 * Sends an execute like an integrator, who retries after 429, 5xx or no response. `onRefusal` gets each of these
 * responses.
 */
async function sendUntilAccepted(
  { server, apiKey }: Pick<FailoverLoad, 'server' | 'apiKey'>,
  body: object,
  onRefusal: (text: string) => void,
): Promise<Result> {
  for (;;) {
    const { status, content } = await call(server, apiKey, 'POST', '/baas/transactions/execute', body)
    if (status === 200) return z.parse(resultSchema, content)
    const text = `${status} ${JSON.stringify(content)}`
    if (status < SERVER_ERROR && status !== TOO_MANY) throw new Error(`An execute got ${text}`)
    onRefusal(text)
    await wait(RETRY_MS)
  }
}

/** Sends each accepted call again. If the service holds it again, lets its end-user approve it. */
export async function repeatAccepted(load: FailoverLoad, accepted: readonly Accepted[]): Promise<void> {
  for (const { body, wallet, isLeft } of accepted) {
    const result = await sendUntilAccepted(load, body, () => undefined)
    if (isLeft || !('transactionUuid' in result)) continue
    await load.senders.find((sender) => sender.wallet === wallet)?.approve?.(result.transactionUuid)
  }
}

/** Each wallet sends one execute after the other until `stop`, and its end-user approves the held ones. */
export function startFailoverLoad(load: FailoverLoad) {
  const { chainId, recipient, senders } = load
  const accepted: Accepted[] = []
  /** Number of retried responses, by status and content. */
  const refusals = new Map<string, number>()
  const onRefusal = (text: string) => void refusals.set(text, (refusals.get(text) ?? 0) + 1)
  let isOver = false

  async function runSender({ wallet, approve }: Sender): Promise<void> {
    for (let sent = 0; !isOver; sent += 1) {
      number += 1
      const expiration = BigInt(Math.floor(Date.now() / 1_000) + VALID_SECONDS + number)
      const body = transferRequest(wallet, { chainId, to: recipient, value: 1n, expiration })
      const result = await sendUntilAccepted(load, body, onRefusal)
      const digest = executeDigest(chainId, readSignedCall(body).call)
      const heldUuid = 'transactionUuid' in result ? result.transactionUuid : undefined
      const isLeft = heldUuid !== undefined && sent % UNDECIDED === 0
      accepted.push({ digest, body, wallet, isHeld: heldUuid !== undefined, isLeft, atMs: performance.now() })
      if (heldUuid !== undefined && !isLeft) await approve?.(heldUuid)
      await wait(PAUSE_MS)
    }
  }
  const running = Promise.all(senders.map(runSender))
  // Prevents an unhandled rejection. `stop` awaits the same promise and reports the error.
  running.catch(() => undefined)
  return {
    accepted,
    refusals,
    /** Time in milliseconds from a moment until the first execute that was accepted after it. */
    untilAccepted: async (fromMs: number): Promise<number> => {
      for (;;) {
        const first = accepted.find(({ atMs }) => atMs > fromMs)
        if (first !== undefined) return first.atMs - fromMs
        await Promise.race([wait(RETRY_MS), running])
      }
    },
    /** Resolves when every request was accepted and every approval was given. */
    stop: async () => {
      isOver = true
      await running
    },
  }
}
