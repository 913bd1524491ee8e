import type { TestChain } from './chain.ts'
import { startTestContext, type TestContext } from './test-context.ts'

/** One real chain for a test file, and a fresh database for each of its tests. */
export class DatabasesOverChain {
  readonly net: TestChain
  private context: TestContext | undefined

  constructor(net: TestChain) {
    this.net = net
  }

  get ctx(): TestContext {
    if (this.context === undefined) throw new Error('the test has not begun')
    return this.context
  }

  /** Starts with an empty database. */
  async begin(): Promise<void> {
    await this.endTest()
    this.context = await startTestContext({ chain: this.net.chain })
  }

  async endTest(): Promise<void> {
    await this.context?.close()
    this.context = undefined
  }

  close(): Promise<void> {
    return this.net.close()
  }
}
