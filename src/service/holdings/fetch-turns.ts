type Waiting = { organizationId: string; begin: () => void }

/**
 * Lets so many pieces of work run at once, and of one organization no more than its share. Whose turn is next is decided by
 * who has the fewest: a long queue of one keeps no other waiting behind it.
 */
export class FetchTurns {
  readonly #all: number
  readonly #each: number
  readonly #running = new Map<string, number>()
  readonly #waiting: Waiting[] = []

  constructor({ all, each }: { all: number; each: number }) {
    this.#all = all
    this.#each = each
  }

  async run<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ organizationId, begin })
      this.#beginNext()
    })
    try {
      return await work()
    } finally {
      this.#count(organizationId, -1)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    if (running >= this.#all) return
    const counts = this.#waiting.map(({ organizationId }) => this.#running.get(organizationId) ?? 0)
    const fewest = Math.min(this.#each, ...counts)
    // Of those with as few, the one that has waited longest.
    const next = fewest < this.#each ? this.#waiting[counts.indexOf(fewest)] : undefined
    if (next === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#count(next.organizationId, 1)
    next.begin()
  }

  #count(organizationId: string, change: number): void {
    const count = (this.#running.get(organizationId) ?? 0) + change
    if (count === 0) this.#running.delete(organizationId)
    else this.#running.set(organizationId, count)
  }
}
