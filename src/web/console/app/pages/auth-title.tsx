import { type ReactElement } from 'react'

/** Title of a page for people without a session, and of its browser tab. */
export function AuthTitle({ tab, children }: { tab: string; children: string }): ReactElement {
  return (
    <>
      <title>{`${tab} · Latchkey`}</title>
      <h1 className="text-xl font-strong tracking-tight">{children}</h1>
    </>
  )
}
