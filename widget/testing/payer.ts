import type { Hex } from 'viem'
import { isFinal, type TransactionState } from '#protocol/transaction-states.ts'
import type { WidgetErrorCode } from '#widget/errors.ts'
import type { Again, SendInput } from '#widget/flows/send-input.ts'
import type { Progress, SendScreens } from '#widget/flows/send-screens.ts'
import type { PaymentBackend } from './payment-backend.ts'
import { sendPerson } from './scripted-screens.ts'
import type { BrowserWallet } from './test-flows.ts'

type Tab = { controller: AbortController; offered: (() => void)[] }

/** Codes whose sentences say that the payment was not sent, or ask to confirm another one. */
const NOT_SENT: ReadonlySet<string> = new Set<WidgetErrorCode>([
  'INVALID_SIGNATURE',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_REVERTS',
])

/**
 * A person with a page that requests one payment, in several tabs. The person does what the screens offer until a
 * screen says that the payment was made. Every flow runs until it waits for the person or for the clock.
 */
export class Payer {
  tabs: Tab[] = []
  /** Payments confirmed while the screen noted that an earlier one can still be executed. */
  readonly warned = new Set<Hex>()
  /** False claims of the screens or events. */
  readonly lies: string[] = []
  private isPaid = false
  private running = 0
  private readonly parked = new Set<object>()
  private timers: { atMs: number; fire: () => void }[] = []
  private readonly world: BrowserWallet
  private readonly backend: PaymentBackend
  private readonly page: Partial<SendInput>

  constructor(world: BrowserWallet, backend: PaymentBackend, page: Partial<SendInput>) {
    this.world = world
    this.backend = backend
    this.page = page
    world.clock.wait = (ms, signal) =>
      this.park(signal, (fire: (nothing: void) => void) => {
        this.timers.push({ atMs: world.clock.now() + ms, fire: () => fire() })
      })
  }

  async open(again?: Again): Promise<void> {
    const tab: Tab = { controller: new AbortController(), offered: [] }
    this.tabs.push(tab)
    this.run(tab, again)
    await this.settled()
  }

  /** Presses a button that a tab offers. `on` selects the tab and the button. */
  async press(on: number): Promise<void> {
    const offering = this.tabs.filter(({ offered }) => offered.length > 0)
    const tab = offering[on % offering.length]
    const action = tab?.offered[on % 3] ?? tab?.offered[0]
    if (tab === undefined || action === undefined || this.isPaid) return
    tab.offered = []
    action()
    await this.settled()
  }

  async reload(on: number): Promise<void> {
    this.close(this.tabs.splice(on % 2, 1))
    this.world.common.memory.executedAt.clear()
    await this.open()
  }

  /** Simulates another device, which has nothing stored. */
  async forget(): Promise<void> {
    this.world.stored.clear()
    this.close(this.tabs.splice(0))
    this.world.common.memory.executedAt.clear()
    await this.open()
  }

  close(tabs: readonly Tab[]): void {
    for (const { controller } of tabs) controller.abort(new Error('left'))
  }

  async pass(seconds: number): Promise<void> {
    this.world.clock.advance(seconds * 1000)
    this.backend.expire()
    await this.look()
  }

  /** Continues everything that waits for the clock and is due. */
  private async look(): Promise<void> {
    const isDue = ({ atMs }: { atMs: number }) => atMs <= this.world.clock.now()
    for (;;) {
      const due = this.timers.filter(isDue)
      if (due.length === 0) return
      this.timers = this.timers.filter((timer) => !isDue(timer))
      for (const { fire } of due) fire()
      await this.settled()
    }
  }

  private run(tab: Tab, again?: Again): void {
    const { world } = this
    world.leaving.controller = tab.controller
    this.running += 1
    const { signal } = tab.controller
    const ended = () => {
      this.running -= 1
    }
    const failed = () => {
      this.running -= 1
      if (!signal.aborted) tab.offered = [() => this.run(tab)]
    }
    void world.send(sendPerson(this.screens(tab)), { ...this.page, again }).then(ended, failed)
  }

  private screens(tab: Tab): Partial<SendScreens> {
    const { signal } = tab.controller
    return {
      askConfirm: ({ confirmation, notes }) =>
        this.park(signal, (answer) => {
          const isWarned = notes?.parties.some(({ kind }) => kind === 'unfinished') === true
          const confirm = () => {
            if (isWarned) this.warned.add(confirmation.digest)
            answer('confirm')
          }
          tab.offered = [confirm]
        }),
      askRetry: () =>
        this.park(signal, (answer: (nothing: void) => void) => (tab.offered = [() => answer()])),
      showProgress: (progress) => this.showProgress(tab, progress),
    }
  }

  private showProgress(tab: Tab, progress: Progress): void {
    const { status, confirmation, ended, look, cancel, reported, unsure } = progress
    const { digest, wallet, cancels } = confirmation
    const isEnd = ended && look === undefined && isFinal(status) && !unsure
    if (cancels === undefined && isEnd) this.claim(digest, status, 'shown')
    if (cancels === undefined && isEnd && status === 'CONFIRMED') this.isPaid = true
    const { tokenAddress = '', to = '', amount = '' } = this.page
    const again = () => {
      tab.controller.abort(new Error('left'))
      tab.controller = new AbortController()
      this.run(tab, { walletAddress: wallet.address, draft: { tokenAddress, to, amount } })
    }
    const canRepeat = isEnd && status !== 'CONFIRMED' && !reported
    tab.offered = [look, cancel, canRepeat ? again : undefined].flatMap((action) => action ?? [])
    if (!ended || look === undefined) return
    void this.park(tab.controller.signal, (go: (nothing: void) => void) => {
      tab.offered = [() => [go(), look()]]
    }).catch(() => {})
  }

  /** Checks a displayed end of a payment: whether it was executed or not. */
  private claim(digest: Hex, status: TransactionState, how: string): void {
    if (this.backend.executed.has(digest) !== (status === 'CONFIRMED')) this.lies.push(`${how} as ${status}`)
  }

  /** Checks the events that the page has received since the last call. */
  private hear(): void {
    const { emitted, errors } = this.world
    for (const { digest, status, executableUntil } of emitted.changes.splice(0))
      if (isFinal(status) && executableUntil === undefined) this.claim(digest, status, 'reported')
    for (const { code } of errors.splice(0))
      if (NOT_SENT.has(code) && this.backend.isOnlyPayment()) this.lies.push(`executed, and then ${code}`)
  }

  /** Pauses a flow until the person answers, or its tab is closed. */
  private park<Answer>(
    signal: AbortSignal,
    begin: (answer: (given: Answer) => void) => void,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const entry = {}
      this.parked.add(entry)
      const leave = () => {
        this.parked.delete(entry)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      begin((given) => {
        this.parked.delete(entry)
        signal.removeEventListener('abort', leave)
        resolve(given)
      })
    })
  }

  private async settled(): Promise<void> {
    do await new Promise(setImmediate)
    while (this.parked.size !== this.running)
    this.hear()
  }
}
