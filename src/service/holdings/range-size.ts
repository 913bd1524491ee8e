const BLOCKS_START = 1_000
const BLOCKS_MAX = 10_000
/** After a refusal, so many ranges must succeed before a larger one is tried. */
const CAUTION = 16
/** With more logs than this a range does not grow. */
const LOGS_FULL = 5_000

/**
 * How many blocks one request asks for. Nodes limit the blocks, the logs or the time, each in its own words; so
 * the size is halved at any refusal and grows again while all goes well.
 */
export class RangeSize {
  #blocks = BLOCKS_START
  #caution = 0

  get blocks(): bigint {
    return BigInt(this.#blocks)
  }

  succeeded(logs: number): void {
    this.#caution = Math.max(0, this.#caution - 1)
    if (this.#caution === 0 && logs < LOGS_FULL) {
      this.#blocks = Math.min(BLOCKS_MAX, Math.ceil(this.#blocks * 1.5))
    }
  }

  /** `blocks` were asked for. Answers whether fewer can be. */
  refused(blocks: bigint): boolean {
    this.#blocks = Math.max(1, Math.floor(Number(blocks) / 2))
    this.#caution = CAUTION
    return blocks > 1n
  }
}
