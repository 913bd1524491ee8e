import type { ReactNode, ReactElement } from 'react'
import { HexGroups } from './hex-groups.tsx'

type AddressProps = {
  /** Already checksummed. */
  address: string
  /** Buttons after the address. Undefined in links and sentences. */
  tools?: ReactNode
}

/** A full address. */
export function Address({ address, tools }: AddressProps): ReactElement {
  return <HexGroups hex={address} tools={tools} />
}
