/** The only source of the present time. Tests move it. */
export type Clock = {
  now: () => Date
  /** The time of everybody else, where a sandbox's was moved forward; absent: the same. */
  outside?: () => Date
}
