/** The outcomes feed of this process. */
export type OutcomeFeed = {
  /** Wakes this process's followers as soon as an outcome is stored. */
  wake: () => void
  /** Wakes `follow` from now on; returns the unsubscribe function. */
  onWake: (follow: () => void) => () => void
  /** The newest refused webhook by organization, for its setup in the console. */
  refusals: Map<string, { at: Date; reason: string }>
}

export function createOutcomeFeed(): OutcomeFeed {
  const followers = new Set<() => void>()
  return {
    refusals: new Map(),
    wake: () => followers.forEach((follow) => follow()),
    onWake: (follow) => {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
  }
}
