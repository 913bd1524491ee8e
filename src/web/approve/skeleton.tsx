/** The shape of what is being read. */
export function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="sr-only">Loading…</span>
      <div />
      <div />
    </div>
  )
}
