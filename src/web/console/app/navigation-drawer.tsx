import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '#web/console/components/button.tsx'
import type { SignedInSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { Sidebar } from './sidebar.tsx'

type NavigationDrawerProps = { session: SignedInSession; onSearch: () => void; onClose: () => void }

/** The sidebar on a small screen: the browser's own modal dialog at the edge. */
export function NavigationDrawer({ session, onSearch, onClose }: NavigationDrawerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-label={t('Menu')}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      className="drawer-motion fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)] border-r border-line bg-canvas shadow-lg backdrop:bg-overlay"
    >
      <IconButton
        icon="close"
        label={t('Close the menu')}
        onClick={onClose}
        className="absolute top-4 right-3"
      />
      <Sidebar session={session} onSearch={onSearch} onNavigate={onClose} />
    </dialog>
  )
}
