import type { Hex } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import { executeRequestSchema, type ExecuteRequest } from '#protocol/execute-transaction.ts'
import { WITHDRAWN_REASON, type TransactionState } from '#protocol/transaction-states.ts'
import { refusal } from './envelope.ts'
import { computeDigest } from './judge-execution.ts'
import { page, type Spoil } from './spoilt-answers.ts'
import { EXECUTE, type BrowserWallet } from './test-flows.ts'

type Row = { status: TransactionState; reason?: string | undefined; isApproved: boolean }

/** A held payment can be approved until this long before its expiration, in seconds (profile 8). */
const APPROVAL_SECONDS = 60

/**
 * The service and the chain behind the stand-in server: the digests that the wallet has used, the service's
 * records, and executions by others. A test can corrupt, drop or suppress the responses to the widget.
 */
export class PaymentBackend {
  /** Digests that the wallet has executed, or used up without effect. */
  readonly executed = new Set<Hex>()
  private readonly cancelled = new Set<Hex>()
  private readonly unheard = new Set<Hex>()
  private readonly rows = new Map<Hex, Row>()
  /**
   * Digests that have left the browser and were not rejected. An attacker on the connection or the chain can
   * have seen them.
   */
  private readonly seen = new Set<Hex>()
  /** Whether the chain rejects the payment, for example because the balance is too low. */
  isShut = false
  /** Whether a submitted call is in a block before the response is sent. */
  isFast = false
  /** Whether requests for transaction states fail. */
  isCut = false
  /** Whether the next execute request is lost on its way to the service, or its response is corrupted. */
  isLosing = false
  spoil: Spoil | undefined
  private readonly world: BrowserWallet
  private readonly isHeld: boolean

  constructor(world: BrowserWallet, isHeld: boolean) {
    this.world = world
    this.isHeld = isHeld
    const { server } = world
    server.interrupt = (line) => {
      if (this.isCut && line.startsWith('GET /transactions')) return page(502)
      return line === EXECUTE ? this.receive(server.requests.at(-1)?.body) : undefined
    }
    server.tamper = (line, content) => {
      if (line.startsWith('GET /transactions')) return this.recorded(content)
      if (line === EXECUTE && this.isFast) this.mine()
      if (line !== EXECUTE || this.spoil === undefined) return content
      const { spoil } = this
      this.spoil = undefined
      return spoil(content)
    }
  }

  /** The signed payments without cancellations, oldest first. */
  payments(): Hex[] {
    const payments = this.signed().filter(({ call }) => !this.isCancellation(call))
    return [...new Set(payments.map(({ digest }) => digest))]
  }

  /** The payments that a holder of their signatures can execute now. */
  open(): Hex[] {
    return this.payments().filter((digest) => this.isLive(digest) && this.seen.has(digest))
  }

  /**
   * Whether another device gets the full state from the service: every executable call is listed, and none of them
   * has a final state.
   */
  isAllListed(): boolean {
    const isWaiting = (digest: Hex) =>
      !/EXPIRED|REJECTED|CANCELLED/.test(this.rows.get(digest)?.status ?? 'EXPIRED')
    return !this.isCut && this.executed.size === 0 && this.open().every(isWaiting)
  }

  /**
   * Number of payments made. Does not count the calls in `warned`. Nor does it count a call that was executed
   * without the service and not requested from the service before its expiration, because the service has no record
   * of it.
   */
  timesPaid(warned: ReadonlySet<Hex>): number {
    const isCounted = (digest: Hex) => this.executed.has(digest) && !warned.has(digest)
    return this.payments().filter((digest) => isCounted(digest) && !this.unheard.has(digest)).length
  }

  /**
   * Whether one payment was signed and executed, and no other call was signed. The service must have a record of the
   * payment, or still be able to get one.
   */
  isOnlyPayment(): boolean {
    const [one, ...others] = this.signed()
    return (
      one !== undefined &&
      others.length === 0 &&
      this.executed.has(one.digest) &&
      !this.unheard.has(one.digest)
    )
  }

  execute(digest: Hex): void {
    if (!this.isLive(digest)) return
    this.executed.add(digest)
    const row = this.rows.get(digest)
    if (row !== undefined) Object.assign(row, { status: 'CONFIRMED', reason: undefined })
  }

  /** Mines a block: approved and sent calls are executed or fail. */
  mine(): void {
    for (const [digest, row] of this.rows) {
      if (!/APPROVED|SUBMITTED/.test(row.status)) continue
      if (this.succeeds(digest)) this.spend(digest)
      else row.status = 'FAILED'
    }
  }

  fail(): void {
    for (const row of this.rows.values()) if (/APPROVED|SUBMITTED/.test(row.status)) row.status = 'FAILED'
  }

  decide(how: 'APPROVED' | 'REJECTED' | 'CANCELLED'): void {
    for (const row of this.rows.values()) {
      if (row.status !== 'PENDING_USER_APPROVAL') continue
      row.status = how
      row.isApproved = how === 'APPROVED'
      row.reason = how === 'CANCELLED' ? WITHDRAWN_REASON : undefined
    }
  }

  /** Lets the time pass. */
  expire(): void {
    for (const digest of this.executed)
      if (!this.rows.has(digest) && this.leftSeconds(digest) <= 0) this.unheard.add(digest)
    for (const [digest, row] of this.rows) {
      const leftSeconds = this.leftSeconds(digest)
      if (row.status === 'PENDING_USER_APPROVAL' && leftSeconds <= APPROVAL_SECONDS) row.status = 'EXPIRED'
      if (/APPROVED|SUBMITTED/.test(row.status) && leftSeconds <= 0) row.status = 'FAILED'
    }
  }

  private receive(body: unknown): Response | 'lost' | undefined {
    const request = executeRequestSchema.parse(body)
    const digest = computeDigest(request)
    this.seen.add(digest)
    if (this.isLosing) {
      this.isLosing = false
      return 'lost'
    }
    const row = this.rows.get(digest)
    if (row === undefined) return this.accept(request, digest)
    const isAllowed = !this.isHeld || row.isApproved
    if (row.status === 'FAILED' && isAllowed && this.succeeds(digest)) row.status = 'SUBMITTED'
    return undefined
  }

  private accept(request: ExecuteRequest, digest: Hex): Response | undefined {
    const leftSeconds = this.leftSeconds(digest)
    const isExecuted = this.executed.has(digest)
    const isLate = this.isHeld && leftSeconds <= APPROVAL_SECONDS
    if (leftSeconds > 0 && (isExecuted || (this.succeeds(digest) && !isLate))) {
      const status = this.isHeld ? 'PENDING_USER_APPROVAL' : 'SUBMITTED'
      this.world.server.executed.push({ request, digest })
      this.rows.set(digest, { status: isExecuted ? 'CONFIRMED' : status, isApproved: false })
      return undefined
    }
    this.seen.delete(digest)
    if (leftSeconds <= 0) return refusal(400, 'TRANSACTION_EXPIRED')
    return refusal(400, this.succeeds(digest) ? 'APPROVAL_TIME_TOO_SHORT' : 'TRANSACTION_REVERTS')
  }

  private spend(digest: Hex): void {
    const call = this.findCall(digest)
    if (call === undefined || !this.isCancellation(call)) return this.execute(digest)
    const target = this.targetOf(call.data)
    this.execute(digest)
    this.cancelled.add(target)
    const row = this.rows.get(target)
    if (row !== undefined) Object.assign(row, { status: 'CANCELLED', reason: 'its signer cancelled it' })
  }

  private succeeds(digest: Hex): boolean {
    const call = this.findCall(digest)
    if (call === undefined || !this.isLive(digest)) return false
    return this.isCancellation(call) ? this.isLive(this.targetOf(call.data)) : !this.isShut
  }

  private isLive(digest: Hex): boolean {
    return !this.executed.has(digest) && !this.cancelled.has(digest) && this.leftSeconds(digest) > 0
  }

  private leftSeconds(digest: Hex): number {
    return Number(this.findCall(digest)?.expiration ?? 0) - this.world.clock.now() / 1000
  }

  private signed() {
    return this.world.emitted.beforeSign
  }

  private findCall(digest: Hex) {
    return this.signed().find((one) => one.digest === digest)?.call
  }

  private isCancellation({ toAddress }: { toAddress: string }): boolean {
    return sameAddress(toAddress, this.world.address)
  }

  private targetOf(data: Hex): Hex {
    return `0x${data.slice(10, 74)}`
  }

  /** Converts the stand-in server's records to those of this service. */
  private recorded(content: unknown): unknown {
    if (Array.isArray(content)) return content.map((one) => this.recorded(one))
    const { digest } = Object(content)
    const row = this.rows.get(digest)
    if (row === undefined) return content
    const { status, reason } = row
    const isOpen = status === 'FAILED' && this.isLive(digest)
    const until = new Date(Number(this.findCall(digest)?.expiration) * 1000).toISOString()
    return {
      ...Object(content),
      status,
      ...(reason && { reason }),
      ...(isOpen && { executableUntil: until }),
    }
  }
}
