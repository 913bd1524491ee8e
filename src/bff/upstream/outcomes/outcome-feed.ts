/** What concerns outcomes in this process alone. */
export type OutcomeFeed = {
  /** Wakes whoever follows outcomes here, as soon as one is stored. */
  wake: () => void
  /** Makes `follow` what is woken; answers what ends that. */
  onWake: (follow: () => void) => () => void
  /** By organization, the newest webhook that was refused, for the person who sets it up. */
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
