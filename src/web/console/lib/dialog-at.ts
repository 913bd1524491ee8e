import { useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from './paths.ts'

/** A dialog that opens with its page, at a hash in the URL. */
const dialogAt = (page: { href: () => string }, hash: `#${string}`) => ({
  hash,
  href: () => `${page.href()}${hash}`,
})

/** The dialogs that a link can open. */
export const DIALOGS = {
  newPolicy: dialogAt(paths.policies, '#new'),
  newAddress: dialogAt(paths.addressBook, '#new'),
  invitation: dialogAt(paths.members, '#invite'),
  newPasskey: dialogAt(paths.account, '#new-passkey'),
}
export type LinkedDialog = keyof typeof DIALOGS

/** Whether a dialog is open, and its setter. A link to the dialog opens it, also on its own page. */
export function useDialogAt(dialog: LinkedDialog | undefined): [boolean, (isOpen: boolean) => void] {
  const { hash, key } = useLocation()
  const isLinked = dialog !== undefined && hash === DIALOGS[dialog].hash
  const [isOpen, setIsOpen] = useState(isLinked)
  // Each navigation has a different key, including one to the page that is already open.
  const [openedBy, setOpenedBy] = useState(key)
  if (openedBy !== key) {
    setOpenedBy(key)
    if (isLinked) setIsOpen(true)
  }
  return [isOpen, setIsOpen]
}
