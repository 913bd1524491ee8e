import { act as reactAct } from 'react'

const FLAG = 'IS_REACT_ACT_ENVIRONMENT'
let running = 0

/**
 * React's `act`, for work that ends asynchronously. Only while it runs, React counts this as an environment that wraps
 * every update. Otherwise, React warns about each response that arrives while a test waits.
 */
export async function act<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1
  Reflect.set(globalThis, FLAG, true)
  try {
    return await reactAct(work)
  } finally {
    running -= 1
    Reflect.set(globalThis, FLAG, running > 0)
  }
}
